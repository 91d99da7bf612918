package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemSyncs.Waiting;
import fencepost.trace.Model;
import java.util.List;

/** Races that one run may hide: the order of locks, and who raised a counter. */
final class ShmemSchedule extends Catalogue {
  private ShmemSchedule() {
    super(Model.SHMEM, Category.SCHEDULE);
  }

  static List<Scenario> all() {
    ShmemSchedule schedule = new ShmemSchedule();
    for (boolean gets : new boolean[] {false, true}) {
      schedule.lockOrder(gets);
    }
    schedule.counter();
    schedule.anyFlag();
    return schedule.scenarios();
  }

  private void lockOrder(boolean gets) {
    String name = gets ? "-get" : "-put";
    ShmemRma op = op(gets);
    Statement after = gets ? store(X.at(0)) : load(X.at(0));
    race(
        "lockorder-outside" + name,
        2,
        Pair.remote(op, after),
        "Only if the first PE gets the lock first, its access is ordered before.",
        on(0, op, Shmem.quiet(), Shmem.setLock(1), Shmem.clearLock()),
        on(1, Shmem.setLock(0), Shmem.clearLock(), after),
        Shmem.barrier());
    ShmemRma inside = op(gets);
    Statement alsoInside = gets ? store(X.at(0)) : load(X.at(0));
    clean(
        "lockorder-inside" + name,
        2,
        Pair.remote(inside, alsoInside),
        "Whoever comes first, the lock keeps the two apart.",
        on(0, Shmem.setLock(1), inside, Shmem.clearLock()),
        on(1, Shmem.setLock(0), alsoInside, Shmem.clearLock()),
        Shmem.barrier());
    ShmemRma first = op(gets);
    ShmemRma second = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0));
    race(
        "lockorder-otherorigin" + name,
        3,
        Pair.remote(first, second),
        "Only if the first PE gets the lock first, its access is ordered before.",
        on(0, first, Shmem.quiet(), Shmem.setLock(2), Shmem.clearLock()),
        on(2, Shmem.setLock(0), Shmem.clearLock(), second),
        Shmem.barrier());
  }

  /** Who waits for one of two does not know for which. */
  private void counter() {
    ShmemRma put = op(false);
    Statement load = load(X.at(0));
    ShmemRma count = Shmem.raise(ShmemOperation.ATOMIC_INC, 1, FLAG.at(0));
    race(
        "counter-first",
        3,
        Pair.remote(put, load),
        "The counter shows that one of the two PEs has come.",
        on(0, put, Shmem.fence(), count),
        on(2, count),
        on(1, new ShmemSyncs.Await(Waiting.WAIT_UNTIL, FLAG.at(0), 1, true), load),
        Shmem.barrier());
  }

  /** Which of two flags was raised first is luck, unless both are waited for. */
  private void anyFlag() {
    for (boolean all : new boolean[] {false, true}) {
      ShmemRma put = op(false);
      Statement load = load(X.at(0));
      add(
          all ? "waitany-all" : "waitany-first",
          3,
          Pair.remote(put, load),
          !all,
          all
              ? "When both flags are raised, the right one is among them."
              : "The first flag may be that of the wrong PE.",
          List.of(
              on(0, put, Shmem.fence(), Shmem.raise(ShmemOperation.ATOMIC_SET, 1, FLAG.at(0))),
              on(2, Shmem.raise(ShmemOperation.ATOMIC_SET, 1, FLAG.at(1))),
              on(1, new ShmemSyncs.AwaitFlags(FLAG.at(0), FLAG.at(1), all), load),
              Shmem.barrier()));
    }
  }

  private static ShmemRma op(boolean gets) {
    return gets ? Shmem.get(BUF.at(0), 1, X.at(0)) : Shmem.put(BUF.at(0), 1, X.at(0));
  }
}
