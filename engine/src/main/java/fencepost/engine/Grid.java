package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Effects of at most {@code 2^shift} bytes by the cell of that size in which they start. An effect
 * reaches into the next cell at most, so a question about an address is one about two cells at
 * most.
 *
 * <p>A hash table from cells to doubly linked chains. Most effects that are met do not conflict;
 * that is told by what is in the chain itself, because every look at an effect would be one at
 * memory that is in no cache.
 *
 * <p>A loop may repeat an operation a million times before it completes one. Operations that differ
 * in nothing but time ({@link Effect#isTwinOf}) are one link of the chain, whatever their number:
 * the newest is in the chain, the others are in a ring behind it. An effect that races with one of
 * them need not meet the others, because they would be the same finding. So the cost of an effect
 * does not grow with the number of its twins.
 *
 * <p>Those who change the same bytes under a lock come one after the other: each is ordered after
 * all that the chain remembers. So an effect notes, when it is added, that everything behind it in
 * the chain which it reaches was ordered before it. Who knows all that it knew when it began, and
 * reaches no further, need not look behind it. So the cost does not grow with the number of ranks
 * that take turns either.
 */
final class Grid implements Serializable {
  private static final int LEAST = 16;
  private static final int SAMPLE = 64;

  // What effects share only if they do not conflict on the same span, or else the number of their
  // atomic type.
  private static final int NO_PEACE = 0;
  private static final int ONLY_READS = -1;

  /** No node; as the head of a chain: a cell that was never used. */
  private static final int NONE = 0;

  /** As the head of a chain: a cell that is empty again. */
  private static final int EMPTY = -1;

  private final int shift;

  // Nodes: an effect knows its own. Of each, five numbers are side by side.
  private static final int WORDS = 5;
  private static final int START = 0;
  private static final int END = 1;

  /**
   * The next node in the upper half; in the lower half the node before, or -1 - place in the table
   * for the first one of its chain. A node that is only in a ring has {@link #NO_LINK} as next.
   */
  private static final int LINKS = 2;

  private static final int NO_LINK = -1;

  /** What twins share in the upper half; in the lower half what those at peace share. */
  private static final int TRAITS = 3;

  /** The ring of twins: the next older one in the upper half, the next newer one in the lower. */
  private static final int RING = 4;

  /** So many of the newest twins are looked at when one is sought, and the oldest one. */
  private static final int NEWEST = 4;

  private long[] words = new long[WORDS * LEAST];
  private @Nullable Effect[] effect = new Effect[LEAST];

  /** Whether all behind the node that meets its span was ordered before its effect. */
  private boolean[] isLast = new boolean[LEAST];

  /** The effect that was found to be ordered after all that it meets in the chain of its cell. */
  private @Nullable Effect found;

  private final Map<AtomicType, Integer> types = new HashMap<>();
  private @Nullable AtomicType lastType;
  private int lastNumber;

  /** The effect whose twins were sought last, and the newest of them. */
  private @Nullable Effect sought;

  private int newest;

  private int nodes = 1;
  private int free = NONE;
  private int size;

  /** Whether an effect reaches into the cell behind its own; aligned ones do not. */
  private boolean reaching;

  // The table: a cell, and the head of its chain.
  private long[] table = new long[2 * LEAST];
  private int used;

  /** Whether atomic accesses that do not conflict are visited all the same. */
  private final boolean visitsAtomics;

  Grid(int shift, boolean visitsAtomics) {
    this.shift = shift;
    this.visitsAtomics = visitsAtomics;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(Effect added) {
    int node = newNode();
    long start = added.region.start();
    long end = added.region.end();
    effect[node] = added;
    words[WORDS * node + START] = start;
    words[WORDS * node + END] = end;
    words[WORDS * node + TRAITS] = traits(added);
    added.slot = node;
    reaching |= (start >> shift) != ((end - 1) >> shift);
    ring(node, node);
    int twin = added.kind.instruction() ? NONE : newestTwin(added); // of those, few have any
    isLast[node] = added == found;
    found = null;
    if (twin == NONE) {
      putFirst(place(start >> shift), node);
    } else {
      somethingNewComesBehind(twin);
      int oldest = newer(twin);
      moveLink(twin, node);
      ring(twin, node);
      ring(node, oldest);
    }
    sought = null;
    size++;
  }

  private long traits(Effect effect) {
    return pair(effect.twinHash(), peace(effect));
  }

  /** Atomic accesses of one type to one block of bytes are at peace; so are all that only read. */
  private int peace(Effect effect) {
    AtomicType atomic = effect.atomic;
    if (!visitsAtomics && atomic != null && effect.kind.atomic() && effect.region.isOneBlock()) {
      return number(atomic);
    }
    return effect.kind.writes() ? NO_PEACE : ONLY_READS;
  }

  private int number(AtomicType type) {
    if (!type.equals(lastType)) {
      lastType = type;
      lastNumber = types.computeIfAbsent(type, key -> types.size() + 1);
    }
    return lastNumber;
  }

  void remove(Effect removed) {
    int node = removed.slot;
    int older = older(node);
    if (isInChain(node)) {
      if (older == node) {
        unlink(node);
      } else {
        moveLink(node, older);
      }
    }
    ring(older, newer(node));
    effect[node] = null;
    link(node, free, 0);
    free = node;
    removed.slot = Effect.FORGOTTEN;
    if (newest == node) {
      newest = older == node ? NONE : older;
    }
    size--;
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

  /** Whether it holds for one of some that are evenly spread. */
  boolean holdsForSome(Predicate<Effect> condition) {
    for (int node = 1; node < nodes; node += 1 + nodes / SAMPLE) {
      Effect here = effect[node];
      if (here != null && condition.test(here)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Visits those in the span of the given one that are not certain to be no conflict, and not
   * ordered before its beginning. Where the visitor says that it has met enough, the older twins
   * are left out.
   */
  void forEachMeeting(Effect met, Clock beginning, Predicate<Effect> visitor) {
    found = null;
    long from = met.region.start();
    long to = met.region.end();
    int wanted = peace(met);
    long first = (reaching ? from - (1L << shift) + 1 : from) >> shift;
    long last = (to - 1) >> shift;
    if (last - first > nodes) {
      forEachNodeMeeting(from, to, wanted, beginning, visitor);
      return;
    }
    for (long each = first; each <= last; each++) {
      boolean ordered = true;
      for (int node = chain(each); node > NONE; node = next(node)) {
        ordered &= visit(node, from, to, wanted, beginning, visitor);
        if (isLast[node] && speaksForAllBehind(node, from, to, beginning)) {
          break;
        }
      }
      if (ordered && each == from >> shift) {
        found = met;
      }
    }
  }

  /** Whether what is behind the node and meets the span is ordered before the moment. */
  private boolean speaksForAllBehind(int node, long from, long to, Clock moment) {
    Effect here = effect[node];
    return here != null
        && words[WORDS * node + START] <= from
        && words[WORDS * node + END] >= to
        && here.past() instanceof Clock before
        && before.isSurelyKnownTo(moment);
  }

  /** For a range of more cells than there are effects. */
  private void forEachNodeMeeting(
      long from, long to, int wanted, Clock beginning, Predicate<Effect> visitor) {
    for (int node = 1; node < nodes; node++) {
      if (effect[node] != null && isInChain(node)) {
        boolean unused = visit(node, from, to, wanted, beginning, visitor);
      }
    }
  }

  /** Visits a node and its twins; whether all of them are ordered before, or elsewhere. */
  private boolean visit(
      int node, long from, long to, int wanted, Clock beginning, Predicate<Effect> visitor) {
    int at = WORDS * node;
    long start = words[at + START];
    long end = words[at + END];
    if (start >= to || end <= from) {
      return true;
    }
    int peace = (int) words[at + TRAITS];
    if (peace == wanted
        && (peace == ONLY_READS || (peace != NO_PEACE && start == from && end == to))) {
      return false;
    }
    boolean ordered = true;
    int twin = node;
    do {
      Effect here = effect[twin];
      if (here == null || !MemoryIndex.ordered(here, beginning)) {
        ordered = false;
        if (here == null || visitor.test(here)) {
          return false;
        }
      }
      twin = older(twin);
    } while (twin != node);
    return ordered;
  }

  /** One for which the condition holds, of the newest twins of the given one and the oldest. */
  @Nullable Effect findTwin(Effect given, Predicate<Effect> condition) {
    int first = newestTwin(given);
    if (first == NONE) {
      return null;
    }
    int node = first;
    for (int i = 0; i < NEWEST; i++) {
      Effect here = effect[node];
      if (here != null && condition.test(here)) {
        return here;
      }
      node = older(node);
      if (node == first) {
        return null;
      }
    }
    Effect oldest = effect[newer(first)];
    return oldest != null && condition.test(oldest) ? oldest : null;
  }

  /** The newest of the twins of the given one, which is in the chain; or none. */
  private int newestTwin(Effect given) {
    if (sought != given) {
      sought = given;
      newest = findNewestTwin(given);
    }
    return newest;
  }

  private int findNewestTwin(Effect given) {
    long from = given.region.start();
    long to = given.region.end();
    int hash = given.twinHash();
    for (int node = chain(from >> shift); node > NONE; node = next(node)) {
      int at = WORDS * node;
      if (words[at + START] == from
          && words[at + END] == to
          && (int) (words[at + TRAITS] >> Integer.SIZE) == hash) {
        Effect here = effect[node];
        if (here != null && here.isTwinOf(given)) {
          return node;
        }
      }
    }
    return NONE;
  }

  // ---- nodes ----

  private static long pair(int upper, int lower) {
    return ((long) upper << Integer.SIZE) | (lower & 0xFFFFFFFFL);
  }

  private void link(int node, int next, int previous) {
    words[WORDS * node + LINKS] = pair(next, previous);
  }

  private int next(int node) {
    return (int) (words[WORDS * node + LINKS] >> Integer.SIZE);
  }

  private int previous(int node) {
    return (int) words[WORDS * node + LINKS];
  }

  /** Who is before the node in the chain, or will be in its place again, has not met it. */
  private void somethingNewComesBehind(int node) {
    for (int at = node; at >= 0; at = previous(at)) {
      isLast[at] = false;
    }
  }

  private boolean isInChain(int node) {
    return next(node) != NO_LINK;
  }

  /** Takes a node out of its chain. */
  private void unlink(int node) {
    int next = next(node);
    int previous = previous(node);
    if (previous >= 0) {
      link(previous, next, previous(previous));
    } else {
      table[2 * (-1 - previous) + 1] = next == NONE ? EMPTY : next;
    }
    if (next != NONE) {
      link(next, next(next), previous);
    }
  }

  /** Puts a twin into the chain in the place of another, which is only in the ring from now on. */
  private void moveLink(int from, int to) {
    int next = next(from);
    int previous = previous(from);
    link(to, next, previous);
    if (previous >= 0) {
      link(previous, to, previous(previous));
    } else {
      table[2 * (-1 - previous) + 1] = to;
    }
    if (next != NONE) {
      link(next, next(next), to);
    }
    link(from, NO_LINK, 0);
  }

  /** Makes two neighbours in a ring. */
  private void ring(int older, int newer) {
    words[WORDS * older + RING] = pair(older(older), newer);
    words[WORDS * newer + RING] = pair(older, newer(newer));
  }

  private int older(int node) {
    return (int) (words[WORDS * node + RING] >> Integer.SIZE);
  }

  private int newer(int node) {
    return (int) words[WORDS * node + RING];
  }

  private int newNode() {
    if (free != NONE) {
      int node = free;
      free = next(node);
      return node;
    }
    if (nodes == effect.length) {
      int length = 2 * nodes;
      effect = Arrays.copyOf(effect, length);
      isLast = Arrays.copyOf(isLast, length);
      words = Arrays.copyOf(words, WORDS * length);
    }
    return nodes++;
  }

  private void putFirst(int place, int node) {
    int second = Math.max(NONE, head(place));
    link(node, second, -1 - place);
    if (second != NONE) {
      link(second, next(second), node);
    }
    table[2 * place + 1] = node;
  }

  // ---- the table ----

  private int head(int place) {
    return (int) table[2 * place + 1];
  }

  /** The first node of a cell's chain, or none. */
  private int chain(long wanted) {
    int mask = table.length / 2 - 1;
    for (int i = hash(wanted) & mask; ; i = (i + 1) & mask) {
      int head = head(i);
      if (head == NONE || table[2 * i] == wanted) {
        return head;
      }
    }
  }

  /** The place of a cell in the table, which is made if there is none. */
  private int place(long wanted) {
    int mask = table.length / 2 - 1;
    int i = hash(wanted) & mask;
    while (head(i) != NONE && table[2 * i] != wanted) {
      i = (i + 1) & mask;
    }
    if (head(i) != NONE) {
      return i;
    }
    if (4 * (used + 1) > table.length) {
      makeRoom();
      return place(wanted);
    }
    used++;
    table[2 * i] = wanted;
    table[2 * i + 1] = EMPTY;
    return i;
  }

  /** Lets go of empty cells; at most a quarter of the table is in use afterwards. */
  private void makeRoom() {
    long[] old = table;
    int chains = 1;
    for (int i = 1; i < old.length; i += 2) {
      chains += old[i] > NONE ? 1 : 0;
    }
    table = new long[2 * Math.max(LEAST, 8 * Integer.highestOneBit(chains))];
    used = 0;
    for (int i = 0; i < old.length; i += 2) {
      int node = (int) old[i + 1];
      if (node > NONE) {
        int place = place(old[i]);
        table[2 * place + 1] = node;
        link(node, next(node), -1 - place);
      }
    }
  }

  private void clear() {
    Arrays.fill(table, NONE);
    used = 0;
    nodes = 1;
    free = NONE;
    sought = null;
    found = null;
    reaching = false;
  }

  private static int hash(long cell) {
    long hash = cell * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32);
  }
}
