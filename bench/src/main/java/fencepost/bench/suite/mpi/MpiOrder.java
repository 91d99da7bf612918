package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Model;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.Sequence;
import java.util.ArrayList;
import java.util.List;

/** Processes that order one another through others, or think so. */
final class MpiOrder extends Catalogue {
  /** How rank 0 reaches another rank through the rest. */
  private record Chain(String name, int ranks, int last, List<Statement> steps) {
    Chain(String name, int ranks, int last, Statement... steps) {
      this(name, ranks, last, List.of(steps));
    }
  }

  private static final List<Chain> CHAINS =
      List.of(
          new Chain("messages-3procs", 3, 1, message(0, 2), message(2, 1)),
          new Chain("messages-otherorigin", 3, 2, message(0, 2)),
          new Chain("messages-throughtarget", 3, 2, message(0, 1), message(1, 2)),
          new Chain("messages-4procs", 4, 1, message(0, 3), message(3, 2), message(2, 1)),
          new Chain("messages-4procs-otherorigin", 4, 2, message(0, 3), message(3, 2)),
          new Chain(
              "barriers-3procs",
              3,
              1,
              on(0, Mpi.barrier(0, 2)),
              on(2, Mpi.barrier(0, 2), Mpi.barrier(1, 2)),
              on(1, Mpi.barrier(1, 2))),
          new Chain(
              "barrier-message",
              3,
              1,
              on(0, Mpi.barrier(0, 2)),
              on(2, Mpi.barrier(0, 2)),
              message(2, 1)),
          new Chain(
              "gather-message", 4, 2, Mpi.collective(Collective.Shape.GATHER, 3), message(3, 2)),
          new Chain(
              "gather-bcast",
              3,
              1,
              Mpi.collective(Collective.Shape.GATHER, 2),
              Mpi.collective(Collective.Shape.BCAST, 2)),
          new Chain(
              "reduce-scatter",
              3,
              1,
              Mpi.collective(Collective.Shape.REDUCE, 2),
              Mpi.collective(Collective.Shape.SCATTER, 2)),
          new Chain("scan-3procs", 3, 2, Mpi.collective(Collective.Shape.SCAN, 0)),
          new Chain(
              "ssend-back",
              3,
              1,
              on(0, Mpi.receive(2)),
              on(2, Mpi.synchronousSend(0)),
              message(2, 1)),
          new Chain(
              "flag",
              2,
              1,
              on(0, Mpi.raise(1, X.at(4)), Mpi.flush(1)),
              on(1, Mpi.awaitValue(1, X.at(4), 1))),
          new Chain(
              "flag-elsewhere",
              3,
              1,
              on(0, Mpi.raise(2, X.at(4)), Mpi.flush(2)),
              on(1, Mpi.awaitValue(2, X.at(4), 1))),
          new Chain(
              "flags-3procs",
              3,
              1,
              on(0, Mpi.raise(2, X.at(4)), Mpi.flush(2)),
              on(2, Mpi.awaitValue(2, X.at(4), 1), Mpi.raise(1, X.at(5)), Mpi.flush(1)),
              on(1, Mpi.awaitValue(1, X.at(5), 1))),
          new Chain(
              "counter-3procs",
              3,
              1,
              on(0, count()),
              on(2, count()),
              on(1, Mpi.awaitValue(1, X.at(4), 2))));

  /** What looks like a way from rank 0 to another rank. */
  private static final List<Chain> BROKEN =
      List.of(
          new Chain("messages-reversed", 3, 1, message(2, 1), message(0, 2)),
          new Chain("messages-otherway", 3, 1, message(2, 0), message(2, 1)),
          new Chain("messages-gap", 4, 1, message(0, 3), message(2, 1)),
          new Chain(
              "barriers-reversed",
              3,
              1,
              on(1, Mpi.barrier(1, 2)),
              on(2, Mpi.barrier(1, 2), Mpi.barrier(0, 2)),
              on(0, Mpi.barrier(0, 2))),
          new Chain(
              "bcast-gather",
              3,
              1,
              Mpi.collective(Collective.Shape.BCAST, 2),
              Mpi.collective(Collective.Shape.GATHER, 2)),
          new Chain(
              "counter-first",
              3,
              1,
              on(0, count()),
              on(2, count()),
              on(1, Mpi.awaitValue(1, X.at(4), 1))));

  private MpiOrder() {
    super(Model.MPI, Category.ORDER);
  }

  static List<Scenario> all() {
    MpiOrder order = new MpiOrder();
    CHAINS.forEach(chain -> order.chain(chain, true));
    BROKEN.forEach(chain -> order.chain(chain, false));
    return order.scenarios();
  }

  private void chain(Chain chain, boolean ordered) {
    String broken = "Nothing orders the last process after the first.";
    Rma put = put();
    Statement then = then(chain);
    add(
        chain.name,
        chain.ranks,
        Pair.remote(put, then),
        !ordered,
        ordered ? "The last process is ordered after the first through the others." : broken,
        body(chain, List.of(on(0, put, Mpi.flush(1))), on(chain.last, then)));
    if (ordered) {
      Rma late = put();
      Statement thenLate = then(chain);
      race(
          chain.name + "-noflush",
          chain.ranks,
          Pair.remote(late, thenLate),
          "The processes are ordered, but the first operation is not complete.",
          body(chain, List.of(on(0, late)), on(chain.last, thenLate)));
      Rma get = Mpi.get(BUF.at(0), 1, X.at(0));
      Statement store = chain.last == 1 ? store(X.at(0)) : put();
      clean(
          chain.name + "-get",
          chain.ranks,
          Pair.remote(get, store),
          "The memory is overwritten when it has been read.",
          body(chain, List.of(on(0, get, Mpi.flushLocal(1))), on(chain.last, store)));
    }
  }

  /** The target looks itself, others access it remotely. */
  private static Statement then(Chain chain) {
    return chain.last == 1 ? load(X.at(0)) : put();
  }

  private static Rma put() {
    return Mpi.put(BUF.at(0), 1, X.at(0));
  }

  private static Rma count() {
    return Mpi.accumulate(Mpi.ONE.at(0), 1, X.at(4));
  }

  private static List<Statement> body(Chain chain, List<Statement> first, Statement last) {
    List<Statement> body = new ArrayList<>(List.of(Mpi.lockAll()));
    body.addAll(first);
    body.addAll(chain.steps);
    body.add(last);
    body.add(Mpi.unlockAll());
    return body;
  }

  /** A message, written for both sides. */
  private static Statement message(int from, int to) {
    return new Sequence(List.of(on(from, Mpi.send(to)), on(to, Mpi.receive(from))));
  }
}
