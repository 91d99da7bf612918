package fencepost.clocks;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A time for every strand, 0 where nothing else was said. Immutable, so that moments share what
 * they have in common: after a barrier all members have one and the same, and who then hears of one
 * strand has a new path to that strand's time and shares the rest.
 *
 * <pre>
 *   height 2            [ . . . ]            16 parts of 256 strands each
 *                        /     \
 *   height 1       [ . . . ] [ . . . ]       16 parts of 16 strands each
 *                   /     \
 *   height 0     [t t t]  [t t ...]          the times of up to 16 strands; what is missing is 0
 * </pre>
 *
 * All operations skip parts that are shared, so that they cost as much as the two sides differ in,
 * however many strands there are.
 */
final class Times implements Serializable {
  private static final int BITS = 4;
  private static final int WIDTH = 1 << BITS;
  private static final int LAST = WIDTH - 1;

  /** Of more nodes than this, those that are the same are found by a table. */
  private static final int FEW = 8;

  private static final long[] EMPTY = new long[0];

  static final Times NONE = new Times(null, 0);

  /** A {@code long[]} of times at height 0, an {@code Object[]} of parts above, or null. */
  private final @Nullable Object root;

  private final int height;

  private Times(@Nullable Object root, int height) {
    this.root = root;
    this.height = height;
  }

  long of(int strand) {
    if (strand >>> BITS >>> (BITS * height) != 0) {
      return 0;
    }
    Object node = root;
    for (int shift = BITS * height; shift > 0 && node != null; shift -= BITS) {
      node = ((Object[]) node)[strand >>> shift & LAST];
    }
    return node == null ? 0 : at((long[]) node, strand & LAST);
  }

  private static long at(long[] leaf, int index) {
    return index < leaf.length ? leaf[index] : 0;
  }

  /** The same but for one strand. */
  Times with(int strand, long time) {
    int higher = Math.max(height, heightFor(strand));
    return new Times(with(rootAt(higher), higher, strand, time), higher);
  }

  private static Object with(@Nullable Object node, int height, int strand, long time) {
    if (height == 0) {
      int index = strand & LAST;
      long[] leaf = node == null ? EMPTY : (long[]) node;
      long[] changed = Arrays.copyOf(leaf, Math.max(leaf.length, index + 1));
      changed[index] = time;
      return changed;
    }
    Object[] changed = node == null ? new Object[WIDTH] : ((Object[]) node).clone();
    int index = strand >>> (BITS * height) & LAST;
    changed[index] = with(changed[index], height - 1, strand, time);
    return changed;
  }

  /**
   * The same, but for many strands, each of which is not behind.
   *
   * @param strands in ascending order
   */
  Times withAll(int[] strands, long[] times) {
    if (strands.length == 0) {
      return this;
    }
    int higher = Math.max(height, heightFor(strands[strands.length - 1]));
    return new Times(withAll(rootAt(higher), higher, strands, times, 0, strands.length), higher);
  }

  private static Object withAll(
      @Nullable Object node, int height, int[] strands, long[] times, int from, int to) {
    if (height == 0) {
      long[] leaf = node == null ? EMPTY : (long[]) node;
      long[] changed = Arrays.copyOf(leaf, Math.max(leaf.length, (strands[to - 1] & LAST) + 1));
      for (int i = from; i < to; i++) {
        int index = strands[i] & LAST;
        changed[index] = Math.max(changed[index], times[i]);
      }
      return changed;
    }
    Object[] changed = node == null ? new Object[WIDTH] : ((Object[]) node).clone();
    for (int i = from; i < to; ) {
      int part = strands[i] >>> (BITS * height);
      int end = i + 1;
      while (end < to && strands[end] >>> (BITS * height) == part) {
        end++;
      }
      int index = part & LAST;
      changed[index] = withAll(changed[index], height - 1, strands, times, i, end);
      i = end;
    }
    return changed;
  }

  private static int heightFor(int strand) {
    int height = 0;
    for (int rest = strand >>> BITS; rest != 0; rest >>>= BITS) {
      height++;
    }
    return height;
  }

  /** The root of the same times in a higher tree. */
  private @Nullable Object rootAt(int higher) {
    Object node = root;
    for (int i = height; i < higher && node != null; i++) {
      Object[] above = new Object[WIDTH];
      above[0] = node;
      node = above;
    }
    return node;
  }

  // ---- comparing ----

  /** Whether no time of the other is later, but perhaps that of the strand. */
  boolean coverAllBut(int strand, Times other) {
    int higher = Math.max(height, other.height);
    return covers(rootAt(higher), other.rootAt(higher), higher, 0, strand);
  }

  private static boolean covers(
      @Nullable Object a, @Nullable Object b, int height, int first, int but) {
    if (a == b || b == null) {
      return true;
    }
    for (int i = 0; i < WIDTH; i++) {
      if (height > 0) {
        Object mine = a == null ? null : ((Object[]) a)[i];
        int firstThere = first + (i << (BITS * height));
        if (!covers(mine, ((Object[]) b)[i], height - 1, firstThere, but)) {
          return false;
        }
      } else if (at((long[]) b, i) > (a == null ? 0 : at((long[]) a, i)) && first + i != but) {
        return false;
      }
    }
    return true;
  }

  /** Visits all that is not 0, until the visitor has had enough; false if it had. */
  boolean whileEach(Visitor visitor) {
    return whileEach(root, height, 0, visitor);
  }

  /** Told of a strand and its time; false if that is enough. */
  interface Visitor {
    boolean visit(int strand, long time);
  }

  private static boolean whileEach(@Nullable Object node, int height, int first, Visitor visitor) {
    for (int i = 0; i < WIDTH && node != null; i++) {
      if (height > 0) {
        int firstThere = first + (i << (BITS * height));
        if (!whileEach(((Object[]) node)[i], height - 1, firstThere, visitor)) {
          return false;
        }
      } else if (at((long[]) node, i) != 0 && !visitor.visit(first + i, at((long[]) node, i))) {
        return false;
      }
    }
    return true;
  }

  boolean areSameAs(Times other) {
    return coverAllBut(-1, other) && other.coverAllBut(-1, this);
  }

  // ---- combining ----

  /** Of each strand the latest time. */
  Times join(Times other) {
    int higher = Math.max(height, other.height);
    Object mine = rootAt(higher);
    Object joined = join(mine, other.rootAt(higher), higher);
    return joined == root && higher == height ? this : new Times(joined, higher);
  }

  private static @Nullable Object join(@Nullable Object a, @Nullable Object b, int height) {
    if (a == b || b == null) {
      return a;
    }
    if (a == null) {
      return b;
    }
    return height == 0
        ? joinLeaves((long[]) a, (long[]) b)
        : joinParts((Object[]) a, (Object[]) b, height);
  }

  /** One of the two, if it has nothing to learn. */
  private static Object joinLeaves(long[] a, long[] b) {
    boolean isA = a.length >= b.length;
    boolean isB = b.length >= a.length;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      isA &= a[i] >= b[i];
      isB &= b[i] >= a[i];
    }
    if (isA || isB) {
      return isA ? a : b;
    }
    long[] longer = a.length >= b.length ? a : b;
    long[] shorter = longer == a ? b : a;
    long[] joined = longer.clone();
    for (int i = 0; i < shorter.length; i++) {
      joined[i] = Math.max(joined[i], shorter[i]);
    }
    return joined;
  }

  private static Object joinParts(Object[] a, Object[] b, int height) {
    Object[] joined = new Object[WIDTH];
    boolean isA = true;
    boolean isB = true;
    for (int i = 0; i < WIDTH; i++) {
      joined[i] = join(a[i], b[i], height - 1);
      isA &= joined[i] == a[i];
      isB &= joined[i] == b[i];
    }
    return isA ? a : isB ? b : joined;
  }

  /** What becomes of the times that several give to one strand. */
  interface Choice {
    long of(long[] times);
  }

  /**
   * Of each strand the time that is chosen; where all are the same it is that. The choice is not
   * asked for strands of which nobody knows.
   */
  static Times choose(List<Times> all, Choice choice) {
    int height = commonHeight(all);
    return new Times(choose(rootsAt(height, all), height, choice), height);
  }

  private static @Nullable Object choose(@Nullable Object[] nodes, int height, Choice choice) {
    boolean same = true;
    for (Object node : nodes) {
      same &= node == nodes[0];
    }
    if (same) {
      return nodes.length == 0 ? null : nodes[0];
    }
    if (height == 0) {
      return chooseLeaf(nodes, choice);
    }
    Object[] chosen = new Object[WIDTH];
    @Nullable Object[] parts = new Object[nodes.length];
    for (int i = 0; i < WIDTH; i++) {
      for (int n = 0; n < nodes.length; n++) {
        parts[n] = nodes[n] == null ? null : ((Object[]) nodes[n])[i];
      }
      chosen[i] = choose(parts, height - 1, choice);
    }
    return chosen;
  }

  private static long[] chooseLeaf(@Nullable Object[] nodes, Choice choice) {
    long[] chosen = new long[WIDTH];
    long[] times = new long[nodes.length];
    for (int i = 0; i < WIDTH; i++) {
      for (int n = 0; n < nodes.length; n++) {
        times[n] = nodes[n] == null ? 0 : at((long[]) nodes[n], i);
      }
      chosen[i] = choice.of(times);
    }
    return chosen;
  }

  /** Of each strand the latest time of all. */
  static Times join(List<Times> all) {
    return merge(all, true);
  }

  /** Of each strand the earliest time of all, at least one of them given. */
  static Times meet(List<Times> all) {
    return merge(all, false);
  }

  private static Times merge(List<Times> all, boolean latest) {
    int height = commonHeight(all);
    @Nullable Object[] roots = rootsAt(height, all);
    return new Times(merge(roots, distinct(roots, roots.length, latest), height, latest), height);
  }

  private static int commonHeight(List<Times> all) {
    int height = 0;
    for (Times times : all) {
      height = Math.max(height, times.height);
    }
    return height;
  }

  private static @Nullable Object[] rootsAt(int height, List<Times> all) {
    @Nullable Object[] roots = new Object[all.size()];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = all.get(i).rootAt(height);
    }
    return roots;
  }

  /** Of the first nodes, which are all different. */
  private static @Nullable Object merge(
      @Nullable Object[] nodes, int count, int height, boolean latest) {
    if (count <= 1) {
      return count == 0 ? null : nodes[0];
    }
    if (height == 0) {
      return mergeLeaves(nodes, count, latest);
    }
    Object[] merged = new Object[WIDTH];
    @Nullable Object[] parts = new Object[count];
    for (int i = 0; i < WIDTH; i++) {
      for (int n = 0; n < count; n++) {
        Object node = nodes[n];
        parts[n] = node == null ? null : ((Object[]) node)[i];
      }
      merged[i] = merge(parts, distinct(parts, count, latest), height - 1, latest);
    }
    return merged;
  }

  private static long[] mergeLeaves(@Nullable Object[] nodes, int count, boolean latest) {
    long[] merged = new long[WIDTH];
    for (int n = 0; n < count; n++) {
      long[] leaf = nodes[n] == null ? EMPTY : (long[]) nodes[n];
      for (int i = 0; i < WIDTH; i++) {
        long time = at(leaf, i);
        boolean take = n == 0 || (latest ? time > merged[i] : time < merged[i]);
        merged[i] = take ? time : merged[i];
      }
    }
    return merged;
  }

  /**
   * Moves the different ones of the first nodes to the front, and returns how many there are. Of an
   * earliest time, one that knows nothing leaves nothing; of a latest one it adds nothing.
   */
  private static int distinct(@Nullable Object[] nodes, int count, boolean latest) {
    int kept = 0;
    Set<Object> known = null;
    for (int n = 0; n < count; n++) {
      Object node = nodes[n];
      if (node == null) {
        if (!latest) {
          return 0;
        }
        continue;
      }
      if (kept > 0 && (node == nodes[0] || node == nodes[kept - 1])) {
        continue; // most of them
      }
      if (kept == FEW && known == null) {
        known = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < kept; i++) {
          known.add(Objects.requireNonNull(nodes[i]));
        }
      }
      if (known == null ? !contains(nodes, kept, node) : known.add(node)) {
        nodes[kept++] = node;
      }
    }
    return kept;
  }

  private static boolean contains(@Nullable Object[] nodes, int count, Object node) {
    for (int i = 0; i < count; i++) {
      if (nodes[i] == node) {
        return true;
      }
    }
    return false;
  }
}
