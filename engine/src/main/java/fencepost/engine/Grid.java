package fencepost.engine;

import fencepost.model.Effect;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Effects of at most {@code 2^shift} bytes by the cell of that size in which they start. An effect
 * reaches into the next cell at most, so a question about an address is one about two cells at
 * most.
 *
 * <p>A hash table from cells to doubly linked chains, in flat arrays. An effect knows its node.
 */
final class Grid {
  private static final int LEAST = 16;

  /** No node; as the head of a chain: a cell that was never used. */
  private static final int NONE = 0;

  /** As the head of a chain: a cell that is empty again. */
  private static final int EMPTY = -1;

  private final int shift;

  // nodes
  private @Nullable Effect[] effect = new Effect[LEAST];
  private long[] start = new long[LEAST];
  private long[] end = new long[LEAST];
  private int[] next = new int[LEAST];

  /** The node before, or -1 - place in the table for the first one of its chain. */
  private int[] previous = new int[LEAST];

  private int nodes = 1;
  private int free = NONE;
  private int size;

  /** Whether an effect reaches into the cell behind its own; aligned ones do not. */
  private boolean reaching;

  // the table
  private long[] cell = new long[LEAST];
  private int[] head = new int[LEAST];
  private int used;

  Grid(int shift) {
    this.shift = shift;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(Effect added) {
    int node = newNode();
    effect[node] = added;
    start[node] = added.region.start();
    end[node] = added.region.end();
    added.slot = node;
    reaching |= (start[node] >> shift) != ((end[node] - 1) >> shift);
    putFirst(place(start[node] >> shift), node);
    size++;
  }

  void remove(Effect removed) {
    int node = removed.slot;
    if (previous[node] >= 0) {
      next[previous[node]] = next[node];
    } else {
      head[-1 - previous[node]] = next[node] == NONE ? EMPTY : next[node];
    }
    if (next[node] != NONE) {
      previous[next[node]] = previous[node];
    }
    effect[node] = null;
    next[node] = free;
    free = node;
    removed.slot = Effect.FORGOTTEN;
    size--;
  }

  void replace(Effect old, Effect added) {
    added.slot = old.slot;
    effect[old.slot] = added;
    old.slot = Effect.FORGOTTEN;
  }

  int removeIf(Predicate<Effect> condition) {
    int before = size;
    for (int node = 1; node < nodes; node++) {
      Effect here = effect[node];
      if (here != null && condition.test(here)) {
        remove(here);
      }
    }
    if (size == 0) {
      clear();
    }
    return before - size;
  }

  void forEachReaching(long from, long to, Consumer<Effect> visitor) {
    long first = (reaching ? from - (1L << shift) + 1 : from) >> shift;
    long last = (to - 1) >> shift;
    if (last - first > nodes) {
      forEachNodeReaching(from, to, visitor);
      return;
    }
    for (long each = first; each <= last; each++) {
      for (int node = chain(each); node > NONE; node = next[node]) {
        visit(node, from, to, visitor);
      }
    }
  }

  /** For a range of more cells than there are effects. */
  private void forEachNodeReaching(long from, long to, Consumer<Effect> visitor) {
    for (int node = 1; node < nodes; node++) {
      visit(node, from, to, visitor);
    }
  }

  private void visit(int node, long from, long to, Consumer<Effect> visitor) {
    if (start[node] < to && end[node] > from) {
      Effect here = effect[node];
      if (here != null) {
        visitor.accept(here);
      }
    }
  }

  @Nullable Effect find(long from, long to, Predicate<Effect> condition) {
    for (int node = chain(from >> shift); node > NONE; node = next[node]) {
      Effect here = effect[node];
      if (start[node] == from && end[node] == to && here != null && condition.test(here)) {
        return here;
      }
    }
    return null;
  }

  // ---- nodes ----

  private int newNode() {
    if (free != NONE) {
      int node = free;
      free = next[node];
      return node;
    }
    if (nodes == effect.length) {
      int length = 2 * nodes;
      effect = Arrays.copyOf(effect, length);
      start = Arrays.copyOf(start, length);
      end = Arrays.copyOf(end, length);
      next = Arrays.copyOf(next, length);
      previous = Arrays.copyOf(previous, length);
    }
    return nodes++;
  }

  private void putFirst(int place, int node) {
    int second = Math.max(NONE, head[place]);
    next[node] = second;
    previous[node] = -1 - place;
    if (second != NONE) {
      previous[second] = node;
    }
    head[place] = node;
  }

  // ---- the table ----

  /** The first node of a cell's chain, or none. */
  private int chain(long wanted) {
    int mask = cell.length - 1;
    for (int i = hash(wanted) & mask; ; i = (i + 1) & mask) {
      if (head[i] == NONE || cell[i] == wanted) {
        return head[i];
      }
    }
  }

  /** The place of a cell in the table, which is made if there is none. */
  private int place(long wanted) {
    int mask = cell.length - 1;
    int i = hash(wanted) & mask;
    while (head[i] != NONE && cell[i] != wanted) {
      i = (i + 1) & mask;
    }
    if (head[i] != NONE) {
      return i;
    }
    if (2 * (used + 1) > cell.length) {
      makeRoom();
      return place(wanted);
    }
    used++;
    cell[i] = wanted;
    head[i] = EMPTY;
    return i;
  }

  /** Lets go of empty cells; at most a quarter of the table is in use afterwards. */
  private void makeRoom() {
    long[] oldCell = cell;
    int[] oldHead = head;
    int chains = 1;
    for (int node : oldHead) {
      chains += node > NONE ? 1 : 0;
    }
    makeTable(Math.max(LEAST, 8 * Integer.highestOneBit(chains)));
    for (int i = 0; i < oldHead.length; i++) {
      if (oldHead[i] > NONE) {
        int place = place(oldCell[i]);
        head[place] = oldHead[i];
        previous[oldHead[i]] = -1 - place;
      }
    }
  }

  private void makeTable(int length) {
    cell = new long[length];
    head = new int[length];
    used = 0;
  }

  private void clear() {
    Arrays.fill(head, NONE);
    used = 0;
    nodes = 1;
    free = NONE;
    reaching = false;
  }

  private static int hash(long cell) {
    long hash = cell * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32);
  }
}
