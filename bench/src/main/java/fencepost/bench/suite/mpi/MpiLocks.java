package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Locks: which exclude which, and whose. */
final class MpiLocks extends Catalogue {
  private static final Rma PUT = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Rma OTHER = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Statement CHANGE = store(X.at(0));
  private static final Pair WITH_OWNER = Pair.remote(PUT, CHANGE);
  private static final Statement ORIGIN = on(0, Mpi.lockExclusive(1), PUT, Mpi.unlock(1));

  private MpiLocks() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiLocks locks = new MpiLocks();
    for (boolean exclusive : new boolean[] {true, false}) {
      for (boolean otherExclusive : new boolean[] {true, false}) {
        locks.twoOrigins(exclusive, otherExclusive);
      }
    }
    locks.lockAll();
    locks.noCheck();
    locks.owner();
    locks.sameEpoch();
    return locks.scenarios();
  }

  private void twoOrigins(boolean exclusive, boolean otherExclusive) {
    boolean excluded = exclusive || otherExclusive;
    add(
        "lock-" + word(exclusive) + "-" + word(otherExclusive),
        3,
        Pair.remote(PUT, OTHER),
        !excluded,
        excluded ? "One lock excludes the other." : "Shared locks exclude nobody.",
        List.of(
            on(0, lock(exclusive), PUT, Mpi.unlock(1)),
            on(2, lock(otherExclusive), OTHER, Mpi.unlock(1))));
  }

  private static Statement lock(boolean exclusive) {
    return exclusive ? Mpi.lockExclusive(1) : Mpi.lockShared(1);
  }

  private static String word(boolean exclusive) {
    return exclusive ? "exclusive" : "shared";
  }

  private void lockAll() {
    for (boolean exclusive : new boolean[] {true, false}) {
      add(
          "lockall-" + word(exclusive),
          3,
          Pair.remote(PUT, OTHER),
          !exclusive,
          exclusive
              ? "An exclusive lock excludes the lock of all too."
              : "Shared locks exclude nobody.",
          List.of(
              on(0, Mpi.lockAll(), PUT, Mpi.unlockAll()),
              on(2, lock(exclusive), OTHER, Mpi.unlock(1))));
    }
  }

  private void noCheck() {
    Statement lock = new Epochs.LockOne(Mpi.WIN, 1, true, true);
    race(
        "lock-nocheck",
        3,
        Pair.remote(PUT, OTHER),
        "A lock that asserts that there is no other one excludes nobody.",
        on(0, lock, PUT, Mpi.unlock(1)),
        on(2, lock, OTHER, Mpi.unlock(1)));
  }

  private void owner() {
    clean(
        "lock-owner",
        2,
        WITH_OWNER,
        "The owner locks its own memory too.",
        ORIGIN,
        on(1, Mpi.lockExclusive(1), CHANGE, Mpi.unlock(1)));
    race(
        "lock-owner-nolock",
        2,
        WITH_OWNER,
        "The owner does not lock its memory.",
        ORIGIN,
        on(1, CHANGE));
    race(
        "lock-owner-otherwindow",
        2,
        WITH_OWNER,
        "The owner locks another window.",
        ORIGIN,
        on(
            1,
            new Epochs.LockOne(Mpi.WIN2, 1, true, false),
            CHANGE,
            new Epochs.Unlock(Mpi.WIN2, 1)));
    race(
        "lock-owner-wrongtarget",
        2,
        WITH_OWNER,
        "The owner locks another rank.",
        ORIGIN,
        on(1, Mpi.lockExclusive(0), CHANGE, Mpi.unlock(0)));
  }

  private void sameEpoch() {
    race(
        "lock-sameepoch",
        2,
        Pair.remote(PUT, OTHER),
        "A lock does not order its own operations.",
        on(
            0,
            Mpi.lockExclusive(1),
            PUT,
            Mpi.put(Mpi.BUF2.at(0), 1, X.at(4)),
            OTHER,
            Mpi.unlock(1)));
  }
}
