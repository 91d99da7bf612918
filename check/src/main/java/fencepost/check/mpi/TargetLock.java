package fencepost.check.mpi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lock on one target of a window: who holds it, and behind them who waits. */
final class TargetLock {
  /** By origin, whether the lock is exclusive. */
  private final Map<Integer, Boolean> held = new LinkedHashMap<>();

  private final Map<Integer, Boolean> waiting = new LinkedHashMap<>();

  /** An origin wants the lock. */
  void request(int origin, boolean exclusive, boolean unchecked) {
    if (unchecked) {
      held.put(origin, exclusive);
    } else {
      waiting.put(origin, exclusive);
      grant();
    }
  }

  private void grant() {
    for (Map.Entry<Integer, Boolean> entry : List.copyOf(waiting.entrySet())) {
      boolean exclusive = entry.getValue();
      boolean free = held.isEmpty() || (!exclusive && !held.containsValue(true));
      if (!free) {
        return; // first come, first served
      }
      waiting.remove(entry.getKey());
      held.put(entry.getKey(), exclusive);
    }
  }

  boolean isHeld(int origin) {
    return held.containsKey(origin);
  }

  /** Whether the origin holds the lock or waits for it. */
  boolean isRequested(int origin) {
    return isHeld(origin) || waiting.containsKey(origin);
  }

  void release(int origin) {
    held.remove(origin);
    waiting.remove(origin);
    grant();
  }
}
