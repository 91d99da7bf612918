package fencepost.check.mpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * What the members of a window do at each other's memory before the target has granted the epoch.
 * Calls that open an epoch need not wait; accesses do (MPI 4.1, 12.5.1 to 12.5.3).
 */
final class DeferredAccesses {
  private final Map<List<Integer>, Queue<Access>> waiting = new HashMap<>();

  private record Access(BooleanSupplier granted, Runnable action) {}

  /** Something is done when the epoch is granted; in the order of the origin's calls. */
  void add(int origin, int target, BooleanSupplier granted, Runnable action) {
    waiting
        .computeIfAbsent(List.of(origin, target), pair -> new ArrayDeque<>())
        .add(new Access(granted, action));
  }

  /** Whether nothing that the origin does at the target waits. */
  boolean isDone(int origin, int target) {
    return !waiting.containsKey(List.of(origin, target));
  }

  /** Some epoch may have been granted. */
  void settle() {
    for (List<Integer> pair : new ArrayList<>(waiting.keySet())) {
      Queue<Access> accesses = waiting.getOrDefault(pair, new ArrayDeque<>());
      while (!accesses.isEmpty() && accesses.element().granted.getAsBoolean()) {
        accesses.remove().action.run();
      }
      if (accesses.isEmpty()) {
        waiting.remove(pair);
      }
    }
  }
}
