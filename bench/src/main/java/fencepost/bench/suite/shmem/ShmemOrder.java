package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Model;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.Sequence;
import java.util.ArrayList;
import java.util.List;

/** PEs that order one another through others, or think so; and what the schedule decides. */
final class ShmemOrder extends Catalogue {
  private record Chain(String name, int ranks, int last, List<Statement> steps) {
    Chain(String name, int ranks, int last, Statement... steps) {
      this(name, ranks, last, List.of(steps));
    }
  }

  private static final List<Chain> CHAINS =
      List.of(
          new Chain("flags-3procs", 3, 1, flag(0, 2), flag(2, 1)),
          new Chain("flags-otherorigin", 3, 2, flag(0, 2)),
          new Chain("flags-throughtarget", 3, 2, flag(0, 1), flag(1, 2)),
          new Chain("flags-4procs", 4, 1, flag(0, 3), flag(3, 2), flag(2, 1)),
          new Chain("teams-3procs", 3, 1, sync(0, 2, 2, 0, 2), sync(1, 1, 2, 1, 2)),
          new Chain("team-flag", 3, 1, sync(0, 2, 2, 0, 2), flag(2, 1)),
          new Chain("collect-flag", 3, 2, Shmem.collective("fcollect", 0), flag(1, 2)),
          new Chain("broadcast-flag", 4, 1, Shmem.collective("broadcast", 0), flag(3, 1)));

  private static final List<Chain> BROKEN =
      List.of(
          new Chain("flags-reversed", 3, 1, flag(2, 1), flag(0, 2)),
          new Chain("flags-gap", 4, 1, flag(0, 3), flag(2, 1)),
          new Chain("flags-otherway", 3, 1, flag(2, 0), flag(2, 1)),
          new Chain("teams-reversed", 3, 1, sync(1, 1, 2, 1, 2), sync(0, 2, 2, 0, 2)));

  private ShmemOrder() {
    super(Model.SHMEM, Category.ORDER);
  }

  static List<Scenario> all() {
    ShmemOrder order = new ShmemOrder();
    CHAINS.forEach(chain -> order.chain(chain, true));
    BROKEN.forEach(chain -> order.chain(chain, false));
    return order.scenarios();
  }

  private void chain(Chain chain, boolean ordered) {
    ShmemRma put = put();
    Statement then = then(chain);
    add(
        chain.name,
        chain.ranks,
        Pair.remote(put, then),
        !ordered,
        ordered
            ? "The last PE is ordered after the first through the others."
            : "Nothing orders the last PE after the first.",
        body(chain, on(0, put, Shmem.quiet()), on(chain.last, then)));
    if (ordered) {
      for (boolean fence : new boolean[] {true, false}) {
        ShmemRma late = put();
        Statement thenLate = then(chain);
        // What a fence delivers before a flag to the target is complete for who sees the flag.
        boolean delivered = fence && chain.name.equals("flags-throughtarget");
        String because =
            fence
                ? "A fence orders deliveries to one PE, not what others do."
                : "The PEs are ordered, but the first operation is not complete.";
        add(
            chain.name + (fence ? "-fence" : "-noquiet"),
            chain.ranks,
            Pair.remote(late, thenLate),
            !delivered,
            delivered ? "The target has seen the flag that came after the data." : because,
            body(
                chain, fence ? on(0, late, Shmem.fence()) : on(0, late), on(chain.last, thenLate)));
      }
    }
  }

  private static Statement then(Chain chain) {
    return chain.last == 1 ? load(X.at(0)) : put();
  }

  private static ShmemRma put() {
    return Shmem.put(BUF.at(0), 1, X.at(0));
  }

  private static List<Statement> body(Chain chain, Statement first, Statement last) {
    List<Statement> body = new ArrayList<>(List.of(first));
    body.addAll(chain.steps);
    body.add(last);
    body.add(Shmem.barrier());
    return body;
  }

  /** A flag, written for both sides. */
  private static Statement flag(int from, int to) {
    return new Sequence(
        List.of(
            on(from, Shmem.raise(ShmemCall.ATOMIC_SET, to, FLAG.at(from))),
            on(to, Shmem.await(FLAG.at(from), 1))));
  }

  private static Statement sync(int start, int stride, int size, int one, int other) {
    Team team = Team.of(start, stride, size);
    return new Sequence(List.of(on(one, Shmem.teamSync(team)), on(other, Shmem.teamSync(team))));
  }
}
