package fencepost.program.pointsto;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A set of small numbers: the words of a bit set that are not zero. It never changes, so that sets
 * that are equal can be one; where a result equals an operand, it is that operand.
 */
@SuppressWarnings(
    "ReferenceEquality") // a look whether two are one comes before one at what is in them
final class Bits {
  static final Bits NONE = new Bits(new int[0], new long[0]);

  private final int[] indices; // rising
  private final long[] words;

  private Bits(int[] indices, long[] words) {
    this.indices = indices;
    this.words = words;
  }

  static Bits of(int bit) {
    return new Bits(new int[] {bit >> 6}, new long[] {1L << bit});
  }

  static Bits of(int[] bits) {
    int[] sorted = bits.clone();
    Arrays.sort(sorted);
    Builder result = new Builder(sorted.length);
    for (int i = 0; i < sorted.length; ) {
      int index = sorted[i] >> 6;
      long word = 0;
      for (; i < sorted.length && sorted[i] >> 6 == index; i++) {
        word |= 1L << sorted[i];
      }
      result.add(index, word);
    }
    return result.build();
  }

  /** The number of words that have to be looked at. */
  int words() {
    return words.length;
  }

  /** The number of words that a bit set of all that is in it, zeros included, would have. */
  int room() {
    return indices.length == 0 ? 0 : indices[indices.length - 1] + 1;
  }

  boolean isEmpty() {
    return words.length == 0;
  }

  boolean contains(int bit) {
    int at = Arrays.binarySearch(indices, bit >> 6);
    return at >= 0 && (words[at] & 1L << bit) != 0;
  }

  boolean containsAll(Bits other) {
    if (this == other) {
      return true;
    }
    int from = 0;
    for (int i = 0; i < other.words.length; i++) {
      int at = find(other.indices[i], from);
      if (at < 0 || (other.words[i] & ~words[at]) != 0) {
        return false;
      }
      from = at + 1;
    }
    return true;
  }

  /** Where the word with an index is, which mostly is the next one; negative if there is none. */
  private int find(int index, int from) {
    boolean isNext = from < indices.length && indices[from] == index;
    return isNext ? from : Arrays.binarySearch(indices, from, indices.length, index);
  }

  boolean intersects(Bits other) {
    for (int i = 0, j = 0; i < words.length && j < other.words.length; ) {
      int order = Integer.compare(indices[i], other.indices[j]);
      if (order == 0 && (words[i] & other.words[j]) != 0) {
        return true;
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return false;
  }

  Bits union(Bits other) {
    if (containsAll(other)) {
      return this;
    } else if (other.containsAll(this)) {
      return other;
    }
    Builder result = new Builder(words.length + other.words.length);
    int i = 0;
    int j = 0;
    while (i < words.length || j < other.words.length) {
      int mine = i < words.length ? indices[i] : Integer.MAX_VALUE;
      int theirs = j < other.words.length ? other.indices[j] : Integer.MAX_VALUE;
      long word = (mine <= theirs ? words[i] : 0) | (theirs <= mine ? other.words[j] : 0);
      result.add(Math.min(mine, theirs), word);
      i += mine <= theirs ? 1 : 0;
      j += theirs <= mine ? 1 : 0;
    }
    return result.build();
  }

  Bits intersection(Bits other) {
    return this == other ? this : masked(other, true);
  }

  Bits minus(Bits other) {
    return this == other ? NONE : masked(other, false);
  }

  private Bits masked(Bits other, boolean common) {
    Builder result = new Builder(words.length);
    for (int i = 0, j = 0; i < words.length; i++) {
      while (j < other.words.length && other.indices[j] < indices[i]) {
        j++;
      }
      long theirs = j < other.words.length && other.indices[j] == indices[i] ? other.words[j] : 0;
      result.add(indices[i], words[i] & (common ? theirs : ~theirs));
    }
    return result.build();
  }

  /**
   * Without what belongs to any of the others.
   *
   * @param owners to what each number belongs
   * @param marks room for a bit for each of the others; all zero before and after
   */
  Bits withoutThoseOf(Bits others, int[] owners, long[] marks) {
    for (int i = 0; i < others.words.length; i++) {
      marks[others.indices[i]] = others.words[i];
    }
    boolean same = true;
    Builder result = new Builder(words.length);
    for (int i = 0; i < words.length; i++) {
      long left = words[i];
      for (long rest = left; rest != 0; rest &= rest - 1) {
        int owner = owners[(indices[i] << 6) + Long.numberOfTrailingZeros(rest)];
        if ((marks[owner >> 6] & 1L << owner) != 0) {
          left ^= rest & -rest;
        }
      }
      same &= left == words[i];
      result.add(indices[i], left);
    }
    for (int index : others.indices) {
      marks[index] = 0;
    }
    return same ? this : result.build();
  }

  void forEach(IntConsumer action) {
    for (int i = 0; i < words.length; i++) {
      for (long rest = words[i]; rest != 0; rest &= rest - 1) {
        action.accept((indices[i] << 6) + Long.numberOfTrailingZeros(rest));
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bits bits
        && Arrays.equals(indices, bits.indices)
        && Arrays.equals(words, bits.words);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(indices) + Arrays.hashCode(words);
  }

  private static final class Builder {
    private final int[] indices;
    private final long[] words;
    private int size;

    Builder(int most) {
      indices = new int[most];
      words = new long[most];
    }

    void add(int index, long word) {
      if (word != 0) {
        indices[size] = index;
        words[size++] = word;
      }
    }

    Bits build() {
      return size == 0 ? NONE : new Bits(Arrays.copyOf(indices, size), Arrays.copyOf(words, size));
    }
  }
}
