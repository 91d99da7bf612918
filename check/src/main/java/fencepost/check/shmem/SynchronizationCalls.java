package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.mpi.Round;
import java.util.Deque;
import java.util.Objects;

/** Ordering, barriers and locks (OpenSHMEM 1.5, 9.9.1 to 9.9.4, 9.11 and 9.12). */
final class SynchronizationCalls {
  private SynchronizationCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("fence", ShmemCall::done);
    library.meaning("quiet", ShmemCall::done);
    library.meaning("barrier", SynchronizationCalls::synchronize);
    library.meaning("sync", SynchronizationCalls::synchronize);
    library.meaning("set_lock", SynchronizationCalls::setLock);
    library.meaning("clear_lock", SynchronizationCalls::clearLock);
  }

  private static void synchronize(ShmemCall call) {
    CheckedTeam team = call.team();
    Round round = call.round(team);
    round.bring(call.process.rank(), true);
    call.whenAll(team, round, call::done);
  }

  private static Deque<Integer> lock(ShmemCall call) {
    CheckedShmemProcess first = call.process.world.process(0);
    return call.process.world.lock(
        call.process.symmetric.counterpart(call.argument("lock"), first.symmetric));
  }

  private static boolean holds(ShmemCall call, Deque<Integer> lock) {
    return Objects.equals(lock.peek(), call.process.rank());
  }

  /** Locks are given out in the order in which processes have asked for them. */
  private static void setLock(ShmemCall call) {
    Deque<Integer> lock = lock(call);
    boolean onlyTests = call.signature().call.hasResult();
    if (onlyTests && !lock.isEmpty()) {
      call.poll();
      call.done(1);
      return;
    }
    lock.add(call.process.rank());
    call.when(() -> holds(call, lock), call::done);
  }

  private static void clearLock(ShmemCall call) {
    Deque<Integer> lock = lock(call);
    if (!holds(call, lock)) {
      throw Halt.fault("a lock is cleared by a PE that does not hold it");
    }
    lock.remove();
    call.done();
  }
}
