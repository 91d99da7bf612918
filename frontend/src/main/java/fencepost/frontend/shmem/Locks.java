package fencepost.frontend.shmem;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.frontend.shmem.ShmemProcess.Place;
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
    return (process, record, returns) -> {
      if (!returns) {
        return true;
      }
      Lock lock = lock(process, record.slot(address));
      if (lock == null || !process.rank.isPast(record) || lock.held) {
        return false; // the holder before has not been seen to clear it
      }
      lock.held = true;
      frontEnd.program().awaitIfAny(process.strand, lock.cleared);
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
