package fencepost.frontend.shmem;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.LockSection;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.frontend.shmem.ShmemProcess.Place;
import fencepost.model.Point;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Distributed locks (OpenSHMEM 1.5, 9.12). Whoever sets a lock is ordered after the one who cleared
 * it before. The time of the return, at which the lock was held, tells the order of the holders.
 */
final class Locks {
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;
  private final Map<Place, Lock> locks = new HashMap<>();

  /** One lock. */
  private static final class Lock {
    boolean held;

    /** Whether somebody has tried to get it, and may have gone on without it. */
    boolean tried;

    @Nullable LockSection section;
    @Nullable Signal cleared;
  }

  Locks(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("set_lock", (slots, meaning) -> setting(slots));
    frontEnd.rule("clear_lock", (slots, meaning) -> clearing(slots));
  }

  private Rule<ShmemProcess> setting(Slots slots) {
    int address = slots.of("lock");
    int got = slots.find("got");
    return (process, record, returns) -> {
      if (!returns) {
        return true;
      }
      Lock lock = lock(process, record.slot(address));
      if (lock == null || !process.rank.isPast(record)) {
        return false;
      }
      if (got >= 0 && record.slot(got) == 0) {
        lock.tried = true;
        execution.undecided(process.strand); // somebody else had it then
        return true;
      }
      if (lock.held) {
        return false; // the holder before has not been seen to clear it
      }
      lock.held = true;
      lock.tried |= got >= 0;
      Point asked = execution.asks(process.strand);
      if (asked != null) {
        lock.section = execution.holds(asked, lock, true, "the lock");
      }
      if (lock.cleared != null) {
        // Another order of one that somebody tries to get would be another answer to him.
        execution.await(process.strand, lock.tried ? lock.cleared : execution.byLuck(lock.cleared));
      }
      return true;
    };
  }

  /** Clearing a lock begins with a quiet of the default context (9.12.1). */
  private Rule<ShmemProcess> clearing(Slots slots) {
    int address = slots.of("lock");
    return (process, record, returns) -> {
      if (returns) {
        process.defaultContext().completedAt(process.rank.ended(record));
        return true;
      }
      Lock lock = lock(process, record.slot(address));
      if (lock == null) {
        return false;
      }
      process.defaultContext().complete(process.strand, execution);
      if (lock.section != null) {
        execution.letsGo(process.strand, lock.section);
        lock.section = null;
      }
      lock.cleared = execution.signal(process.strand);
      lock.held = false;
      return true;
    };
  }

  /** All processes name a lock by their own address of it: it is known by that of the first one. */
  private @Nullable Lock lock(ShmemProcess process, long address) {
    Place place = process.locate(address, 0);
    return place == null ? null : locks.computeIfAbsent(place, key -> new Lock());
  }
}
