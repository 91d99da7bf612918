package fencepost.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where copies of something lie, in ascending order, each once. Regions that are made with the same
 * distances share them: there may be very many.
 *
 * @param pitch from each to the next; if there are offsets, it does not count
 * @param offsets from the first on, if they do not lie at equal distances
 */
public record Distances(long first, int count, long pitch, @Nullable Offsets offsets) {

  /** At least one, in any order; most are in order already. */
  public static Distances of(long... distances) {
    long[] sorted = sortedOnce(distances);
    long first = sorted[0];
    long pitch = sorted.length == 1 ? 0 : sorted[1] - first;
    boolean evenly = true;
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] -= first;
      evenly &= sorted[i] == i * pitch;
    }
    return evenly
        ? new Distances(first, sorted.length, pitch, null)
        : new Distances(first, sorted.length, 0, new Offsets(sorted));
  }

  private static long[] sortedOnce(long[] distances) {
    long[] sorted = distances.clone();
    Arrays.sort(sorted);
    int kept = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[kept - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
  }
}
