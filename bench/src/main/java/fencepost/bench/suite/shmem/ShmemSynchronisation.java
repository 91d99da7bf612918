package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
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

/** What orders a PE before another: every call that does, and calls that seem to. */
final class ShmemSynchronisation extends Catalogue {
  private static final ShmemRma PUT = Shmem.put(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));

  /** What orders PE 0 before PE 1 and completes nothing. */
  private static final List<Way> ORDERS =
      List.of(
          new Way("syncall", Shmem.syncAll()),
          new Way("teamsync", Shmem.teamSync(TeamCode.WORLD)),
          new Way("teamsyncsplit", Shmem.teamSync(TeamCode.of(0, 1, 2))),
          new Way("broadcast", Shmem.collective("broadcast", 0)),
          new Way("collect", Shmem.collective("collect", 0)),
          new Way("fcollect", Shmem.collective("fcollect", 0)),
          new Way("alltoall", Shmem.collective("alltoall", 0)),
          new Way("sumreduce", Shmem.collective("sum_reduce", 0)),
          new Way("maxreduce", Shmem.collective("max_reduce", 0)));

  private static final List<Way> FALSE_ORDERS =
      List.of(
          new Way("none"),
          new Way("broadcastwrongroot", Shmem.collective("broadcast", 1)),
          new Way(
              "teamsyncself",
              on(0, Shmem.teamSync(TeamCode.of(0, 1, 1))),
              on(1, new ShmemSyncs.Quiet(ContextCode.DEFAULT))),
          new Way(
              "flagback",
              on(1, Shmem.raise(ShmemOperation.ATOMIC_SET, 0, FLAG.at(4))),
              on(0, Shmem.await(FLAG.at(4), 1))));

  private ShmemSynchronisation() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemSynchronisation synchronisation = new ShmemSynchronisation();
    ORDERS.forEach(synchronisation::order);
    FALSE_ORDERS.forEach(synchronisation::falseOrder);
    return synchronisation.scenarios();
  }

  private void order(Way way) {
    clean(
        "quiet-" + way.name(),
        2,
        Pair.remote(PUT, LOOK),
        "The target looks after completion and synchronisation.",
        around(way, on(0, PUT, Shmem.quiet())));
    race(
        "noquiet-" + way.name(),
        2,
        Pair.remote(PUT, LOOK),
        "PEs are synchronised, but the operation is not complete.",
        around(way, on(0, PUT)));
    race(
        "fence-" + way.name(),
        2,
        Pair.remote(PUT, LOOK),
        "A fence does not complete the operation.",
        around(way, on(0, PUT, Shmem.fence())));
  }

  private void falseOrder(Way way) {
    race(
        "quiet-" + way.name(),
        2,
        Pair.remote(PUT, LOOK),
        "The operation is complete, but nothing tells the target.",
        around(way, on(0, PUT, Shmem.quiet())));
  }

  private static List<Statement> around(Way way, Statement before) {
    return way.between(before, on(1, LOOK), Shmem.barrier());
  }
}
