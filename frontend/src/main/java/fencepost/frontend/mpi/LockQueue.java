package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lock on one target of one window, in the order in which it was really held. An epoch is
 * ordered after the unlocks of the earlier epochs that exclude it.
 */
final class LockQueue {
  private static final Signal NOTHING = Signal.join(List.of());

  private @Nullable Signal exclusiveUnlock;
  private final List<Signal> sharedUnlocks = new ArrayList<>();
  private int exclusiveOpen;
  private int sharedOpen;

  /** Whether every earlier epoch that excludes this one has been seen to end. */
  boolean mayAcquire(boolean exclusive) {
    return exclusiveOpen == 0 && (!exclusive || sharedOpen == 0);
  }

  /** Acquires the lock and returns what the holder is ordered after. */
  Signal acquire(boolean exclusive) {
    Signal before = exclusiveUnlock == null ? NOTHING : exclusiveUnlock;
    if (!exclusive) {
      sharedOpen++;
      return before;
    }
    exclusiveOpen++;
    if (sharedUnlocks.isEmpty()) {
      return before;
    }
    List<Signal> all = new ArrayList<>(sharedUnlocks);
    all.add(before);
    return Signal.join(all);
  }

  void release(boolean exclusive, Signal unlock) {
    if (exclusive) {
      exclusiveOpen--;
      exclusiveUnlock = unlock;
      sharedUnlocks.clear(); // the exclusive holder was ordered after them
    } else {
      sharedOpen--;
      mergeShared(unlock);
    }
  }

  private void mergeShared(Signal unlock) {
    sharedUnlocks.add(unlock);
    if (sharedUnlocks.size() > 16) {
      Signal merged = Signal.join(sharedUnlocks);
      sharedUnlocks.clear();
      sharedUnlocks.add(merged);
    }
  }
}
