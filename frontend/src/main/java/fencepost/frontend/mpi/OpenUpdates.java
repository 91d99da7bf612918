package fencepost.frontend.mpi;

import fencepost.frontend.atomic.Update;
import java.util.ArrayList;
import java.util.List;

/** Atomic updates that are not known to be complete at the target. */
final class OpenUpdates {
  private final List<Update> updates = new ArrayList<>(1);

  void add(Update update) {
    updates.add(update);
  }

  boolean isEmpty() {
    return updates.isEmpty();
  }

  /** Whoever has the others does not know when they are complete; whoever has these will. */
  void takeFrom(OpenUpdates others) {
    updates.addAll(others.updates);
    others.updates.clear();
  }

  void completedAt(long time) {
    updates.forEach(update -> update.completedAt(time));
    updates.clear();
  }
}
