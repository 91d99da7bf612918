package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Model;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.Sequence;
import java.util.ArrayList;
import java.util.List;

/** Ranks that order one another through others, or think so. */
final class GaspiOrder extends Catalogue {
  private record Chain(String name, int ranks, int last, List<Statement> steps) {
    Chain(String name, int ranks, int last, Statement... steps) {
      this(name, ranks, last, List.of(steps));
    }

    /** Whether the target itself hears from rank 0, on the queue of the write. */
    boolean tellsTarget() {
      return name.contains("throughtarget");
    }
  }

  private static final List<Chain> CHAINS =
      List.of(
          new Chain("notify-3procs", 3, 1, notified(0, 2), notified(2, 1)),
          new Chain("notify-otherorigin", 3, 2, notified(0, 2)),
          new Chain("notify-throughtarget", 3, 2, notified(0, 1), notified(1, 2)),
          new Chain(
              "notify-throughtarget-4procs", 4, 3, notified(0, 1), notified(1, 2), notified(2, 3)),
          new Chain("notify-4procs", 4, 1, notified(0, 3), notified(3, 2), notified(2, 1)),
          new Chain("groups-3procs", 3, 1, met(0, 2), met(1, 2)),
          new Chain("group-notify", 3, 1, met(0, 2), notified(2, 1)),
          new Chain("allreduce-notify", 4, 2, Gaspi.allreduce(), notified(3, 2)));

  private static final List<Chain> BROKEN =
      List.of(
          new Chain("notify-reversed", 3, 1, notified(2, 1), notified(0, 2)),
          new Chain("notify-gap", 4, 1, notified(0, 3), notified(2, 1)),
          new Chain("notify-otherway", 3, 1, notified(2, 0), notified(2, 1)),
          new Chain("groups-reversed", 3, 1, met(1, 2), met(0, 2)));

  private GaspiOrder() {
    super(Model.GASPI, Category.ORDER);
  }

  static List<Scenario> all() {
    GaspiOrder order = new GaspiOrder();
    CHAINS.forEach(chain -> order.chain(chain, true));
    BROKEN.forEach(chain -> order.chain(chain, false));
    return order.scenarios();
  }

  private void chain(Chain chain, boolean ordered) {
    GaspiRma read = Gaspi.read();
    Statement then = chain.last == 1 ? store(X.at(0)) : Gaspi.write();
    add(
        chain.name + "-read",
        chain.ranks,
        Pair.remote(read, then),
        !ordered,
        ordered
            ? "The last rank is ordered after the first through the others."
            : "Nothing orders the last rank after the first.",
        body(chain, on(0, read, Gaspi.await(0)), on(chain.last, then)));
    if (ordered) {
      GaspiRma open = Gaspi.read();
      Statement thenOpen = chain.last == 1 ? store(X.at(0)) : Gaspi.write();
      race(
          chain.name + "-nowait",
          chain.ranks,
          Pair.remote(open, thenOpen),
          "The ranks are ordered, but the read is not complete.",
          body(chain, on(0, open), on(chain.last, thenOpen)));
      GaspiRma write = Gaspi.write();
      Statement look = chain.last == 1 ? load(X.at(0)) : Gaspi.read();
      add(
          chain.name + "-write",
          chain.ranks,
          Pair.remote(write, look),
          !chain.tellsTarget(),
          chain.tellsTarget()
              ? "The target was notified behind the write, and told the others."
              : "Nobody knows that the write has arrived.",
          body(chain, on(0, write), on(chain.last, look)));
    }
  }

  private static List<Statement> body(Chain chain, Statement first, Statement last) {
    List<Statement> body = new ArrayList<>(List.of(first));
    body.addAll(chain.steps);
    body.add(last);
    body.add(Gaspi.await(0));
    return body;
  }

  /** A notification, written for both sides. */
  private static Statement notified(int from, int to) {
    return new Sequence(
        List.of(on(from, Gaspi.notify(to, from)), on(to, Gaspi.awaitNotification(from))));
  }

  private static Statement met(int one, int other) {
    return new Sequence(
        List.of(on(one, Gaspi.barrier(one, other)), on(other, Gaspi.barrier(one, other))));
  }
}
