package fencepost.frontend.atomic;

import fencepost.engine.Execution;
import fencepost.engine.Updated;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Updates of a cell that have been issued and are not part of a value that is known, in the order
 * in which they were told.
 *
 * <p>A program that updates cells at random finds none of them in a cache. So this is a part of the
 * cell and no object of its own, and whatever can be told without looking at an update is told so.
 */
abstract class PendingUpdates extends Updated {
  private static final Update[] NONE = {};

  private Update[] updates = NONE;
  private int count;

  /** How many of them are plain additions, and how many flip bits and are plain. */
  private int additions;

  private int flips;

  /** How many there are. */
  final int pending() {
    return count;
  }

  final void append(Update update) {
    if (count == updates.length) {
      updates = Arrays.copyOf(updates, Math.max(2, 2 * count));
    }
    updates[count++] = update;
    count(update, 1);
  }

  private void count(Update update, int one) {
    if (update.isPlain()) {
      if (update.op == AtomicOp.SUM) {
        additions += one;
      } else {
        flips += one;
      }
    }
  }

  /** Removes one, if it is there. */
  final void remove(@Nullable Update update) {
    for (int i = 0; i < count; i++) {
      if (updates[i] == update) {
        count(updates[i], -1);
        System.arraycopy(updates, i + 1, updates, i, count - i - 1);
        shrinkTo(count - 1);
        return;
      }
    }
  }

  final void removeAll() {
    updates = NONE;
    count = 0;
    additions = 0;
    flips = 0;
  }

  /** Settles and removes those that were over before the time, if all can change places. */
  final void settleThosePreceding(long time, Execution execution) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      Update update = updates[i];
      if (update.precedes(time)) {
        count(update, -1);
        settleUnread(update, execution);
      } else {
        updates[kept++] = update;
      }
    }
    shrinkTo(kept);
  }

  /** The update becomes part of the value, although nobody has read it. */
  abstract void settleUnread(Update update, Execution execution);

  private void shrinkTo(int kept) {
    Arrays.fill(updates, kept, count, null);
    count = kept;
  }

  /** Whether they lead to the same value in any order, and nobody waits for one. */
  final boolean areExchangeable() {
    return additions == count || flips == count;
  }

  final boolean areComplete() {
    for (int i = 0; i < count; i++) {
      if (!updates[i].isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is none but perhaps this one. */
  final boolean hasNoOtherThan(@Nullable Update update) {
    return count == 0 || (count == 1 && updates[0] == update);
  }

  /** All of them at present. */
  final List<Update> allPending() {
    return count == 0 ? List.of() : List.of(Arrays.copyOf(updates, count));
  }
}
