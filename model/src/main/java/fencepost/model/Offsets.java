package fencepost.model;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where the rows of a region start, from the first one on, if that is not at equal distances. */
public final class Offsets implements Serializable {
  private final long[] sorted;

  /** In ascending order, the first one 0. */
  Offsets(long[] sorted) {
    this.sorted = sorted;
  }

  long of(long row) {
    return sorted[(int) row];
  }

  /** The first row whose offset is more than the given one; the number of rows if there is none. */
  long firstBehind(long offset) {
    int found = Arrays.binarySearch(sorted, offset + 1);
    return found >= 0 ? found : -1 - found;
  }

  boolean areMultiplesOf(int size) {
    return Arrays.stream(sorted).allMatch(offset -> offset % size == 0);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Offsets o && Arrays.equals(sorted, o.sorted);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sorted);
  }
}
