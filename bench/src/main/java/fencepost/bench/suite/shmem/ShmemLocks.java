package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Critical sections. */
final class ShmemLocks extends Catalogue {
  private static final ShmemRma PUT = Shmem.put(BUF.at(0), 1, X.at(0));
  private static final Statement CHANGE = store(X.at(0));

  private ShmemLocks() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemLocks locks = new ShmemLocks();
    locks.locks();
    return locks.scenarios();
  }

  private void locks() {
    for (boolean test : new boolean[] {false, true}) {
      String name = test ? "testlock" : "lock";
      for (ShmemOperation call :
          List.of(ShmemOperation.PUT, ShmemOperation.PUT_NBI, ShmemOperation.GET)) {
        ShmemRma put = Shmem.rma(call, BUF.at(0), 1, X.at(0));
        Statement store = store(X.at(0));
        clean(
            name + "-" + call.label(),
            2,
            Pair.remote(put, store),
            "The lock keeps the two apart, and its end completes.",
            on(0, lock(1, test), put, Shmem.clearLock()),
            on(1, lock(0, test), store, Shmem.clearLock()),
            Shmem.barrier());
      }
      race(
          name + "-one",
          2,
          Pair.remote(PUT, CHANGE),
          "Only one of the two takes the lock.",
          on(0, lock(-1, test), PUT, Shmem.clearLock()),
          on(1, CHANGE),
          Shmem.barrier());
    }
    race(
        "lock-after",
        2,
        Pair.remote(PUT, CHANGE),
        "The access comes after the critical section.",
        on(0, Shmem.setLock(-1), Shmem.clearLock(), PUT),
        on(1, CHANGE),
        Shmem.barrier());
  }

  private static Statement lock(int other, boolean test) {
    return new ShmemSyncs.SetLock(Shmem.LOCK.at(0), other, test);
  }
}
