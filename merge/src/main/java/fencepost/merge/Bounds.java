package fencepost.merge;

import java.util.Arrays;

/**
 * For each stream a time before which nothing of it is still to be told, and the stream that is
 * furthest behind: a tournament, so that neither a question nor an answer looks at every stream.
 *
 * <pre>
 *   node 1            the stream that is furthest behind
 *   node 2n, 2n + 1   those that node n is the winner of
 *   the last half     one stream each
 * </pre>
 */
final class Bounds {
  static final int NONE = -1;

  private long[] bounds = new long[1];
  private int[] winners = {NONE, NONE};
  private int count;

  /** Makes room for another stream, of which nothing is known. */
  void add() {
    if (count == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * count);
      winners = new int[4 * count];
      Arrays.fill(winners, NONE);
      for (int stream = 0; stream < count; stream++) {
        raise(stream, bounds[stream]);
      }
    }
    raise(count++, Long.MIN_VALUE);
  }

  long of(int stream) {
    return bounds[stream];
  }

  /** Nothing of the stream before the bound is still to be told. */
  void raise(int stream, long bound) {
    bounds[stream] = bound;
    int node = bounds.length + stream;
    winners[node] = stream;
    for (node /= 2; node > 0; node /= 2) {
      winners[node] = earlier(winners[2 * node], winners[2 * node + 1]);
    }
  }

  /** The stream that is furthest behind. */
  int least() {
    return winners[1];
  }

  /** The stream other than this one that is furthest behind; the first one among equals. */
  int leastBut(int stream) {
    int least = NONE;
    for (int node = bounds.length + stream; node > 1; node /= 2) {
      least = earlier(least, winners[node ^ 1]);
    }
    return least;
  }

  /** Whether all that the other stream may still tell comes after the time of the stream. */
  boolean isAfter(int other, int stream, long time) {
    return bounds[other] > time || (bounds[other] == time && other > stream);
  }

  private int earlier(int one, int other) {
    if (one == NONE || other == NONE) {
      return one == NONE ? other : one;
    }
    boolean first = bounds[one] < bounds[other] || (bounds[one] == bounds[other] && one < other);
    return first ? one : other;
  }
}
