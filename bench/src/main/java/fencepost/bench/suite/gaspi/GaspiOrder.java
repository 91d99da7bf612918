package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.sequence;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Way;
import fencepost.trace.Model;
import java.util.List;

/** Ranks that order one another through others, or think so. */
final class GaspiOrder extends Catalogue {
  private static final List<Way> CHAINS =
      List.of(
          new Way("notify-3procs", 3, 1, notified(0, 2), notified(2, 1)),
          new Way("notify-otherorigin", 3, 2, notified(0, 2)),
          new Way("notify-throughtarget", 3, 2, notified(0, 1), notified(1, 2)),
          new Way(
              "notify-throughtarget-4procs", 4, 3, notified(0, 1), notified(1, 2), notified(2, 3)),
          new Way("notify-4procs", 4, 1, notified(0, 3), notified(3, 2), notified(2, 1)),
          new Way("groups-3procs", 3, 1, met(0, 2), met(1, 2)),
          new Way("group-notify", 3, 1, met(0, 2), notified(2, 1)),
          new Way("allreduce-notify", 4, 2, Gaspi.allreduce(), notified(3, 2)));

  private static final List<Way> BROKEN =
      List.of(
          new Way("notify-reversed", 3, 1, notified(2, 1), notified(0, 2)),
          new Way("notify-gap", 4, 1, notified(0, 3), notified(2, 1)),
          new Way("notify-otherway", 3, 1, notified(2, 0), notified(2, 1)),
          new Way("groups-reversed", 3, 1, met(1, 2), met(0, 2)));

  private GaspiOrder() {
    super(Model.GASPI, Category.ORDER);
  }

  static List<Scenario> all() {
    GaspiOrder order = new GaspiOrder();
    CHAINS.forEach(way -> order.way(way, true));
    BROKEN.forEach(way -> order.way(way, false));
    return order.scenarios();
  }

  private void way(Way way, boolean ordered) {
    GaspiRma read = Gaspi.read();
    Statement then = way.last() == 1 ? store(X.at(0)) : Gaspi.write();
    add(
        way.name() + "-read",
        way.ranks(),
        Pair.remote(read, then),
        !ordered,
        ordered
            ? "The last rank is ordered after the first through the others."
            : "Nothing orders the last rank after the first.",
        body(way, on(0, read, Gaspi.await(0)), on(way.last(), then)));
    if (ordered) {
      GaspiRma open = Gaspi.read();
      Statement thenOpen = way.last() == 1 ? store(X.at(0)) : Gaspi.write();
      race(
          way.name() + "-nowait",
          way.ranks(),
          Pair.remote(open, thenOpen),
          "The ranks are ordered, but the read is not complete.",
          body(way, on(0, open), on(way.last(), thenOpen)));
      GaspiRma write = Gaspi.write();
      Statement look = way.last() == 1 ? load(X.at(0)) : Gaspi.read();
      add(
          way.name() + "-write",
          way.ranks(),
          Pair.remote(write, look),
          !tellsTarget(way),
          tellsTarget(way)
              ? "The target was notified behind the write, and told the others."
              : "Nobody knows that the write has arrived.",
          body(way, on(0, write), on(way.last(), look)));
    }
  }

  /** Whether the target itself hears from rank 0, on the queue of the write. */
  private static boolean tellsTarget(Way way) {
    return way.name().contains("throughtarget");
  }

  private static List<Statement> body(Way way, Statement first, Statement last) {
    return way.between(first, last, Gaspi.await(0));
  }

  /** A notification, written for both sides. */
  private static Statement notified(int from, int to) {
    return sequence(on(from, Gaspi.notify(to, from)), on(to, Gaspi.awaitNotification(from)));
  }

  private static Statement met(int one, int other) {
    return sequence(on(one, Gaspi.barrier(one, other)), on(other, Gaspi.barrier(one, other)));
  }
}
