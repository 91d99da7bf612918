package fencepost.engine;

import fencepost.model.Effect;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Effects by the address range they span, for the question which of them reach into a given range.
 *
 * <p>A treap in flat arrays: a search tree by start address (ties by slot) that is a heap by random
 * priority, where each node also knows the furthest end in its subtree. Slots are reused; an effect
 * knows its slot.
 */
final class IntervalIndex {
  private static final int NIL = 0;

  private Effect[] effect = new Effect[64];
  private long[] start = new long[64];
  private long[] end = new long[64];
  private long[] furthest = new long[64];
  private int[] priority = new int[64];
  private int[] left = new int[64];
  private int[] right = new int[64];
  private int[] free = new int[64];
  private int freeCount;
  private int used = 1;
  private int root = NIL;
  private int random = 0x9E3779B9;

  void add(Effect added) {
    int node = freeCount > 0 ? free[--freeCount] : newSlot();
    effect[node] = added;
    start[node] = added.region.start();
    end[node] = added.region.end();
    furthest[node] = end[node];
    priority[node] = nextRandom();
    left[node] = NIL;
    right[node] = NIL;
    added.slot = node;
    root = insert(root, node);
  }

  void remove(Effect removed) {
    root = delete(root, removed.slot);
    release(removed.slot);
  }

  /** Puts an effect of the same bytes in the place of another. */
  void replace(Effect old, Effect added) {
    added.slot = old.slot;
    effect[old.slot] = added;
    old.slot = Effect.FORGOTTEN;
  }

  /** Removes what the predicate holds for; returns how many. */
  int removeIf(Predicate<Effect> condition) {
    int before = freeCount;
    root = without(root, condition);
    return freeCount - before;
  }

  /** The subtree without what the predicate holds for. */
  private int without(int node, Predicate<Effect> condition) {
    if (node == NIL) {
      return NIL;
    }
    int low = without(left[node], condition);
    int high = without(right[node], condition);
    if (condition.test(effect[node])) {
      release(node);
      return merge(low, high);
    }
    left[node] = low;
    right[node] = high;
    update(node);
    return node;
  }

  /**
   * Visits the effects whose span meets {@code [from, to)}. The visitor must not change the index.
   */
  void forEachReaching(long from, long to, Consumer<Effect> visitor) {
    visit(root, from, to, visitor);
  }

  /** An effect with the given start address that the predicate holds for. */
  @Nullable Effect find(long startAddress, Predicate<Effect> condition) {
    return find(root, startAddress, condition);
  }

  private void visit(int node, long from, long to, Consumer<Effect> visitor) {
    while (node != NIL && furthest[node] > from) {
      visit(left[node], from, to, visitor);
      if (start[node] >= to) {
        return;
      }
      if (end[node] > from) {
        visitor.accept(effect[node]);
      }
      node = right[node];
    }
  }

  private @Nullable Effect find(int node, long at, Predicate<Effect> condition) {
    while (node != NIL) {
      if (at < start[node]) {
        node = left[node];
      } else if (at > start[node]) {
        node = right[node];
      } else if (condition.test(effect[node])) {
        return effect[node];
      } else {
        Effect found = find(left[node], at, condition);
        if (found != null) {
          return found;
        }
        node = right[node];
      }
    }
    return null;
  }

  private boolean before(int a, int b) {
    return start[a] != start[b] ? start[a] < start[b] : a < b;
  }

  private int insert(int node, int added) {
    if (node == NIL) {
      return added;
    }
    if (priority[added] > priority[node]) {
      split(node, added);
      update(added);
      return added;
    }
    if (before(added, node)) {
      left[node] = insert(left[node], added);
    } else {
      right[node] = insert(right[node], added);
    }
    update(node);
    return node;
  }

  /** Hangs the subtree below the pivot: what comes before it to its left, the rest to its right. */
  private void split(int node, int pivot) {
    left[pivot] = NIL;
    right[pivot] = NIL;
    splitInto(node, pivot, pivot, pivot);
  }

  private void splitInto(int node, int pivot, int lowTail, int highTail) {
    if (node == NIL) {
      return;
    }
    if (before(node, pivot)) {
      attachLow(lowTail, pivot, node);
      int rest = right[node];
      right[node] = NIL;
      splitInto(rest, pivot, node, highTail);
    } else {
      attachHigh(highTail, pivot, node);
      int rest = left[node];
      left[node] = NIL;
      splitInto(rest, pivot, lowTail, node);
    }
    update(node);
  }

  private void attachLow(int tail, int pivot, int node) {
    if (tail == pivot) {
      left[pivot] = node;
    } else {
      right[tail] = node;
    }
  }

  private void attachHigh(int tail, int pivot, int node) {
    if (tail == pivot) {
      right[pivot] = node;
    } else {
      left[tail] = node;
    }
  }

  private int delete(int node, int removed) {
    if (node == removed) {
      return merge(left[node], right[node]);
    }
    if (before(removed, node)) {
      left[node] = delete(left[node], removed);
    } else {
      right[node] = delete(right[node], removed);
    }
    update(node);
    return node;
  }

  private int merge(int low, int high) {
    if (low == NIL) {
      return high;
    }
    if (high == NIL) {
      return low;
    }
    if (priority[low] > priority[high]) {
      right[low] = merge(right[low], high);
      update(low);
      return low;
    }
    left[high] = merge(low, left[high]);
    update(high);
    return high;
  }

  private void update(int node) {
    furthest[node] = Math.max(end[node], Math.max(furthest[left[node]], furthest[right[node]]));
  }

  private int newSlot() {
    if (used == effect.length) {
      int length = 2 * used;
      effect = Arrays.copyOf(effect, length);
      start = Arrays.copyOf(start, length);
      end = Arrays.copyOf(end, length);
      furthest = Arrays.copyOf(furthest, length);
      priority = Arrays.copyOf(priority, length);
      left = Arrays.copyOf(left, length);
      right = Arrays.copyOf(right, length);
      free = Arrays.copyOf(free, length);
    }
    return used++;
  }

  @SuppressWarnings("NullAway") // an empty slot holds no effect
  private void release(int node) {
    effect[node].slot = Effect.FORGOTTEN;
    effect[node] = null;
    free[freeCount++] = node;
  }

  private int nextRandom() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random;
  }
}
