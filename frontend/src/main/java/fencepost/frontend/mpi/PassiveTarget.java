package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.LockSection;
import fencepost.frontend.mpi.WindowAccess.Lock;
import fencepost.frontend.mpi.WindowAccess.Target;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.LockEpoch;
import fencepost.model.Point;
import fencepost.trace.Meaning.Completion;
import fencepost.trace.RecordCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passive target synchronisation (MPI 4.1, 12.5.3): locks and flushes.
 *
 * <p>A library may acquire a lock as late as the first operation that needs an answer, so the order
 * of calls says nothing about the order of epochs. The capture marks the first record at whose time
 * the lock is certainly held. Epochs that exclude each other are in the order of these times.
 *
 * <p>An unlock lets the next one in before it returns, so it counts from its entry on. Its process
 * does nothing in between.
 */
final class PassiveTarget {
  private static final int EVERY_TARGET = Integer.MIN_VALUE; // no rank, nor MPI_PROC_NULL

  private final MpiFrontEnd frontEnd;
  private final Execution execution;
  private long epochs;

  PassiveTarget(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("lock", (slots, details) -> lock(slots));
    frontEnd.rule("lock_all", (slots, details) -> lockAll(slots.of("win"), slots.of("assert")));
    frontEnd.rule("unlock", (slots, details) -> unlock(slots));
    frontEnd.rule("flush", (slots, details) -> flush(slots));
  }

  private Rule<MpiProcess> lock(Slots slots) {
    int type = slots.of("lock_type");
    int rank = slots.of("rank");
    int assertion = slots.of("assert");
    int win = slots.of("win");
    int held = slots.of("held");
    return (process, record, returns) -> {
      WindowAccess access = process.window(record.slot(win));
      int target = (int) record.slot(rank);
      if (target == process.constants.procNull) {
        return true;
      }
      if (!returns) {
        boolean exclusive = record.slot(type) == process.constants.lockExclusive;
        boolean checked = (record.slot(assertion) & process.constants.noCheck) == 0;
        Point asked = execution.asks(process.strand);
        access.target(target).lock = lock(process, access, target, exclusive, checked, asked);
        return true;
      }
      if (access.isMapped(target)) {
        access.use(target).lockOrThrow().used = true;
      }
      if (record.slot(held) != 0 && !acquire(process, record, execution, access, target, false)) {
        return false;
      }
      if (access.isMapped(target)) {
        holds(process, access, target);
      }
      return true;
    };
  }

  private Rule<MpiProcess> lockAll(int win, int assertion) {
    return (process, record, returns) -> {
      if (returns) {
        return true;
      }
      WindowAccess access = process.window(record.slot(win));
      boolean checked = (record.slot(assertion) & process.constants.noCheck) == 0;
      Point asked = execution.asks(process.strand);
      access.lockAll(target -> lock(process, access, target, false, checked, asked));
      process.guards(access);
      return true;
    };
  }

  private Lock lock(
      MpiProcess process,
      WindowAccess access,
      int target,
      boolean exclusive,
      boolean checked,
      @Nullable Point asked) {
    LockQueue queue = access.window.locks(target);
    LockSection section =
        asked == null || !checked
            ? null
            : execution.holds(asked, queue, exclusive, "the window's lock on rank " + target);
    return new Lock(new LockEpoch(queue, process.rank, exclusive, checked, epochs++), section);
  }

  /** A process that holds a lock for its loads and stores has waited for it. */
  private void holds(MpiProcess process, WindowAccess access, int target) {
    process.guards(access);
    Lock lock = access.target(target).lockOrThrow();
    if (lock.grant != null) {
      frontEnd.program().awaitIfAny(process.strand, lock.grant.signal());
    }
  }

  // ---- completion ----

  /** Which target a call is about: the one that it names, or all. */
  private static int target(RecordCursor record, int rank) {
    return rank < 0 ? EVERY_TARGET : (int) record.slot(rank);
  }

  private Rule<MpiProcess> flush(Slots slots) {
    int win = slots.of("win");
    int rank = slots.find("rank");
    int held = slots.of("held");
    boolean alsoRemote = slots.call().meaning().completions().stream().anyMatch(Completion::remote);
    return (process, record, returns) -> {
      WindowAccess access = process.window(record.slot(win));
      int target = target(record, rank);
      if (!returns || target == process.constants.procNull) {
        return true;
      }
      if (record.slot(held) != 0
          && !acquire(process, record, execution, access, target, !alsoRemote)) {
        return false;
      }
      complete(process, access, target, alsoRemote);
      if (alsoRemote) {
        updatesAreOver(access, target, process.ended(record));
      }
      return true;
    };
  }

  private Rule<MpiProcess> unlock(Slots slots) {
    int win = slots.of("win");
    int rank = slots.find("rank");
    int held = slots.of("held");
    return (process, record, returns) -> {
      WindowAccess access = process.window(record.slot(win));
      int target = target(record, rank);
      if (target == process.constants.procNull) {
        return true;
      }
      if (returns) {
        updatesAreOver(access, target, process.ended(record));
        return true;
      }
      if (record.slot(held) != 0 && !acquire(process, record, execution, access, target, false)) {
        return false;
      }
      complete(process, access, target, true);
      release(process, access, target);
      return true;
    };
  }

  private void complete(MpiProcess process, WindowAccess access, int target, boolean alsoRemote) {
    for (Target each : selected(access, target)) {
      each.local.complete(execution, process.strand);
      if (alsoRemote) {
        each.remote.complete(execution, process.strand);
      }
    }
    if (target == EVERY_TARGET) {
      access.completed();
    }
  }

  /** Atomic updates have taken effect when the call that completes them returns. */
  private static void updatesAreOver(WindowAccess access, int target, long time) {
    for (Target each : selected(access, target)) {
      each.updates.completedAt(time);
    }
    if (target == EVERY_TARGET) {
      access.completed();
    }
  }

  private void release(MpiProcess process, WindowAccess access, int target) {
    List<Lock> locks = target == EVERY_TARGET ? access.unlockAll() : access.unlock(target);
    for (Lock lock : locks) {
      if (lock.section != null) {
        execution.letsGo(process.strand, lock.section);
      }
    }
    Signal unlock = execution.signal(process.strand);
    for (Lock lock : locks) {
      if (lock.grant != null && lock.grant.isOpen()) {
        lock.queue().release(lock.epoch.exclusive(), unlock);
      }
    }
    if (target == EVERY_TARGET || access.isMapped(target)) {
      process.guardsNoLonger(access);
    }
  }

  /** The targets that a call is about, as far as something was done to them. */
  private static List<Target> selected(WindowAccess access, int target) {
    return target == EVERY_TARGET ? access.busy() : access.only(target);
  }

  // ---- the order of epochs ----

  /**
   * The record was made while the locks on the target are held; false while not everyone has been
   * heard who may have held them before.
   */
  static boolean acquire(
      MpiProcess process,
      RecordCursor record,
      Execution execution,
      WindowAccess access,
      int target,
      boolean byFetchOnly) {
    List<Target> targets = selected(access, target);
    if (!process.isPast(record)) {
      return false;
    }
    for (Target each : targets) {
      Lock lock = newlyHeld(each, byFetchOnly);
      if (lock != null && !lock.mayBeHeld()) {
        return false;
      }
    }
    for (Target each : targets) {
      Lock lock = newlyHeld(each, byFetchOnly);
      if (lock != null) {
        lock.isHeld(execution);
      }
    }
    return true;
  }

  /** The lock on the target, if something was done under it that proves it held; else null. */
  private static @Nullable Lock newlyHeld(Target target, boolean byFetchOnly) {
    Lock lock = target.lock;
    return lock != null && !lock.known() && (byFetchOnly ? lock.fetched : lock.used) ? lock : null;
  }

  /** The same for certain locks. */
  static boolean acquire(
      MpiProcess process, RecordCursor record, Execution execution, List<Lock> locks) {
    if (!process.isPast(record) || !locks.stream().allMatch(Lock::mayBeHeld)) {
      return false;
    }
    locks.forEach(lock -> lock.isHeld(execution));
    return true;
  }
}
