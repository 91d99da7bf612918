package fencepost.check.mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lock on one target of a window. A lock call need not wait (MPI 4.1, 12.5.3): what is done in
 * an epoch whose lock is not yet held is done when it is.
 */
final class TargetLock {
  private final Map<Integer, Epoch> held = new LinkedHashMap<>();
  private final Map<Integer, Epoch> waiting = new LinkedHashMap<>();

  private static final class Epoch {
    final boolean exclusive;
    final List<Runnable> deferred = new ArrayList<>();

    Epoch(boolean exclusive) {
      this.exclusive = exclusive;
    }
  }

  /** An origin wants the lock. */
  void request(int origin, boolean exclusive, boolean unchecked) {
    Epoch epoch = new Epoch(exclusive);
    if (unchecked) {
      held.put(origin, epoch);
    } else {
      waiting.put(origin, epoch);
      grant();
    }
  }

  private void grant() {
    for (Map.Entry<Integer, Epoch> entry : List.copyOf(waiting.entrySet())) {
      Epoch epoch = entry.getValue();
      boolean free =
          held.isEmpty()
              || (!epoch.exclusive && held.values().stream().noneMatch(other -> other.exclusive));
      if (!free) {
        return; // first come, first served
      }
      waiting.remove(entry.getKey());
      held.put(entry.getKey(), epoch);
      epoch.deferred.forEach(Runnable::run);
      epoch.deferred.clear();
    }
  }

  boolean isHeld(int origin) {
    return held.containsKey(origin);
  }

  /** Whether nothing of the origin waits for the lock. */
  boolean isDone(int origin) {
    Epoch epoch = waiting.get(origin);
    return epoch == null || epoch.deferred.isEmpty();
  }

  /** Does something in the origin's epoch: now, or when it holds the lock. */
  void perform(int origin, Runnable action) {
    Epoch epoch = waiting.get(origin);
    if (epoch == null) {
      action.run();
    } else {
      epoch.deferred.add(action);
    }
  }

  void release(int origin) {
    held.remove(origin);
    waiting.remove(origin);
    grant();
  }
}
