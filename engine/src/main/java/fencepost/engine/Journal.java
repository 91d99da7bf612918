package fencepost.engine;

import fencepost.model.Point;
import org.jspecify.annotations.Nullable;

/**
 * The latest synchronisations of a strand, so that a report can name the last one that somebody
 * else knew of.
 */
final class Journal {
  private static final int LENGTH = 256;

  private final Point[] points = new Point[LENGTH];
  private int written;

  void add(Point point) {
    points[written++ & (LENGTH - 1)] = point;
  }

  /** The last synchronisation at or before the given time, if it is still remembered. */
  @Nullable Point lastUntil(long time) {
    for (int i = written - 1; i >= Math.max(0, written - LENGTH); i--) {
      Point point = points[i & (LENGTH - 1)];
      if (point.time() <= time) {
        return point;
      }
    }
    return null;
  }
}
