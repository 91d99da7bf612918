package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.sequence;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Way;
import fencepost.trace.Model;
import java.util.List;

/** PEs that order one another through others, or think so; and what the schedule decides. */
final class ShmemOrder extends Catalogue {
  private static final List<Way> CHAINS =
      List.of(
          new Way("flags-3procs", 3, 1, flag(0, 2), flag(2, 1)),
          new Way("flags-otherorigin", 3, 2, flag(0, 2)),
          new Way("flags-throughtarget", 3, 2, flag(0, 1), flag(1, 2)),
          new Way("flags-4procs", 4, 1, flag(0, 3), flag(3, 2), flag(2, 1)),
          new Way("teams-3procs", 3, 1, sync(0, 2, 2, 0, 2), sync(1, 1, 2, 1, 2)),
          new Way("team-flag", 3, 1, sync(0, 2, 2, 0, 2), flag(2, 1)),
          new Way("collect-flag", 3, 2, Shmem.collective("fcollect", 0), flag(1, 2)),
          new Way("broadcast-flag", 4, 1, Shmem.collective("broadcast", 0), flag(3, 1)));

  private static final List<Way> BROKEN =
      List.of(
          new Way("flags-reversed", 3, 1, flag(2, 1), flag(0, 2)),
          new Way("flags-gap", 4, 1, flag(0, 3), flag(2, 1)),
          new Way("flags-otherway", 3, 1, flag(2, 0), flag(2, 1)),
          new Way("teams-reversed", 3, 1, sync(1, 1, 2, 1, 2), sync(0, 2, 2, 0, 2)));

  private ShmemOrder() {
    super(Model.SHMEM, Category.ORDER);
  }

  static List<Scenario> all() {
    ShmemOrder order = new ShmemOrder();
    CHAINS.forEach(way -> order.way(way, true));
    BROKEN.forEach(way -> order.way(way, false));
    return order.scenarios();
  }

  private void way(Way way, boolean ordered) {
    ShmemRma put = put();
    Statement then = then(way);
    add(
        way.name(),
        way.ranks(),
        Pair.remote(put, then),
        !ordered,
        ordered
            ? "The last PE is ordered after the first through the others."
            : "Nothing orders the last PE after the first.",
        body(way, on(0, put, Shmem.quiet()), on(way.last(), then)));
    if (ordered) {
      for (boolean fence : new boolean[] {true, false}) {
        ShmemRma late = put();
        Statement thenLate = then(way);
        // What a fence delivers before a flag to the target is complete for who sees the flag.
        boolean delivered = fence && way.name().equals("flags-throughtarget");
        String because =
            fence
                ? "A fence orders deliveries to one PE, not what others do."
                : "The PEs are ordered, but the first operation is not complete.";
        add(
            way.name() + (fence ? "-fence" : "-noquiet"),
            way.ranks(),
            Pair.remote(late, thenLate),
            !delivered,
            delivered ? "The target has seen the flag that came after the data." : because,
            body(way, fence ? on(0, late, Shmem.fence()) : on(0, late), on(way.last(), thenLate)));
      }
    }
  }

  private static Statement then(Way way) {
    return way.last() == 1 ? load(X.at(0)) : put();
  }

  private static ShmemRma put() {
    return Shmem.put(BUF.at(0), 1, X.at(0));
  }

  private static List<Statement> body(Way way, Statement first, Statement last) {
    return way.between(first, last, Shmem.barrier());
  }

  /** A flag, written for both sides. */
  private static Statement flag(int from, int to) {
    return sequence(
        on(from, Shmem.raise(ShmemOperation.ATOMIC_SET, to, FLAG.at(from))),
        on(to, Shmem.await(FLAG.at(from), 1)));
  }

  private static Statement sync(int start, int stride, int size, int one, int other) {
    TeamCode team = TeamCode.of(start, stride, size);
    return sequence(on(one, Shmem.teamSync(team)), on(other, Shmem.teamSync(team)));
  }
}
