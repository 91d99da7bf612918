package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.sequence;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Way;
import fencepost.trace.Model;
import java.util.List;

/** Processes that order one another through others, or think so. */
final class MpiOrder extends Catalogue {
  /** How rank 0 reaches another rank through the rest. */
  private static final List<Way> CHAINS =
      List.of(
          new Way("messages-3procs", 3, 1, message(0, 2), message(2, 1)),
          new Way("messages-otherorigin", 3, 2, message(0, 2)),
          new Way("messages-throughtarget", 3, 2, message(0, 1), message(1, 2)),
          new Way("messages-4procs", 4, 1, message(0, 3), message(3, 2), message(2, 1)),
          new Way("messages-4procs-otherorigin", 4, 2, message(0, 3), message(3, 2)),
          new Way(
              "barriers-3procs",
              3,
              1,
              on(0, Mpi.barrier(0, 2)),
              on(2, Mpi.barrier(0, 2), Mpi.barrier(1, 2)),
              on(1, Mpi.barrier(1, 2))),
          new Way(
              "barrier-message",
              3,
              1,
              on(0, Mpi.barrier(0, 2)),
              on(2, Mpi.barrier(0, 2)),
              message(2, 1)),
          new Way(
              "gather-message",
              4,
              2,
              Mpi.collective(CollectiveCode.Shape.GATHER, 3),
              message(3, 2)),
          new Way(
              "gather-bcast",
              3,
              1,
              Mpi.collective(CollectiveCode.Shape.GATHER, 2),
              Mpi.collective(CollectiveCode.Shape.BCAST, 2)),
          new Way(
              "reduce-scatter",
              3,
              1,
              Mpi.collective(CollectiveCode.Shape.REDUCE, 2),
              Mpi.collective(CollectiveCode.Shape.SCATTER, 2)),
          new Way("scan-3procs", 3, 2, Mpi.collective(CollectiveCode.Shape.SCAN, 0)),
          new Way(
              "ssend-back",
              3,
              1,
              on(0, Mpi.receive(2)),
              on(2, Mpi.synchronousSend(0)),
              message(2, 1)),
          new Way(
              "flag",
              2,
              1,
              on(0, Mpi.raise(1, X.at(4)), Mpi.flush(1)),
              on(1, Mpi.awaitValue(1, X.at(4), 1))),
          new Way(
              "flag-elsewhere",
              3,
              1,
              on(0, Mpi.raise(2, X.at(4)), Mpi.flush(2)),
              on(1, Mpi.awaitValue(2, X.at(4), 1))),
          new Way(
              "flags-3procs",
              3,
              1,
              on(0, Mpi.raise(2, X.at(4)), Mpi.flush(2)),
              on(2, Mpi.awaitValue(2, X.at(4), 1), Mpi.raise(1, X.at(5)), Mpi.flush(1)),
              on(1, Mpi.awaitValue(1, X.at(5), 1))),
          new Way(
              "counter-3procs",
              3,
              1,
              on(0, count()),
              on(2, count()),
              on(1, Mpi.awaitValue(1, X.at(4), 2))));

  /** What looks like a way from rank 0 to another rank. */
  private static final List<Way> BROKEN =
      List.of(
          new Way("messages-reversed", 3, 1, message(2, 1), message(0, 2)),
          new Way("messages-otherway", 3, 1, message(2, 0), message(2, 1)),
          new Way("messages-gap", 4, 1, message(0, 3), message(2, 1)),
          new Way(
              "barriers-reversed",
              3,
              1,
              on(1, Mpi.barrier(1, 2)),
              on(2, Mpi.barrier(1, 2), Mpi.barrier(0, 2)),
              on(0, Mpi.barrier(0, 2))),
          new Way(
              "bcast-gather",
              3,
              1,
              Mpi.collective(CollectiveCode.Shape.BCAST, 2),
              Mpi.collective(CollectiveCode.Shape.GATHER, 2)));

  private MpiOrder() {
    super(Model.MPI, Category.ORDER);
  }

  static List<Scenario> all() {
    MpiOrder order = new MpiOrder();
    CHAINS.forEach(way -> order.way(way, true));
    BROKEN.forEach(way -> order.way(way, false));
    return order.scenarios();
  }

  private void way(Way way, boolean ordered) {
    String broken = "Nothing orders the last process after the first.";
    Rma put = put();
    Statement then = then(way);
    add(
        way.name(),
        way.ranks(),
        Pair.remote(put, then),
        !ordered,
        ordered ? "The last process is ordered after the first through the others." : broken,
        body(way, on(0, put, Mpi.flush(1)), on(way.last(), then)));
    if (ordered) {
      Rma late = put();
      Statement thenLate = then(way);
      race(
          way.name() + "-noflush",
          way.ranks(),
          Pair.remote(late, thenLate),
          "The processes are ordered, but the first operation is not complete.",
          body(way, on(0, late), on(way.last(), thenLate)));
      Rma get = Mpi.get(BUF.at(0), 1, X.at(0));
      Statement store = way.last() == 1 ? store(X.at(0)) : put();
      clean(
          way.name() + "-get",
          way.ranks(),
          Pair.remote(get, store),
          "The memory is overwritten when it has been read.",
          body(way, on(0, get, Mpi.flushLocal(1)), on(way.last(), store)));
    }
  }

  /** The target looks itself, others access it remotely. */
  private static Statement then(Way way) {
    return way.last() == 1 ? load(X.at(0)) : put();
  }

  private static Rma put() {
    return Mpi.put(BUF.at(0), 1, X.at(0));
  }

  private static Rma count() {
    return Mpi.accumulate(Mpi.ONE.at(0), 1, X.at(4));
  }

  private static List<Statement> body(Way way, Statement first, Statement last) {
    return way.between(List.of(Mpi.lockAll(), first), last, Mpi.unlockAll());
  }

  /** A message, written for both sides. */
  private static Statement message(int from, int to) {
    return sequence(on(from, Mpi.send(to)), on(to, Mpi.receive(from)));
  }
}
