package fencepost.engine;

import fencepost.model.Point;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest synchronisations of a strand, so that a report can name the last one that somebody
 * else knew of.
 */
final class Journal implements Serializable {
  private static final int LEAST = 8;
  private static final int LENGTH = 256;
  private static final int AROUND = 3;
  private static final int FEW = 8;

  /** A ring, once it is full. */
  private Point[] points = new Point[LEAST];

  private int written;

  void add(Point point) {
    if (written == points.length && written < LENGTH) {
      points = Arrays.copyOf(points, 2 * written);
    }
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

  /** Some of the last synchronisations after one time, and not after another one. */
  List<Point> between(long after, long until) {
    List<Point> found = new ArrayList<>();
    for (int i = written - 1; i >= Math.max(0, written - LENGTH) && found.size() < FEW; i--) {
      Point point = points[i & (LENGTH - 1)];
      if (point.time() <= after) {
        break;
      }
      if (point.time() <= until) {
        found.add(point);
      }
    }
    return found;
  }

  /** Some synchronisations before and behind the given time, of those still remembered. */
  List<Point> around(long time) {
    int oldest = Math.max(0, written - LENGTH);
    int behind = written;
    while (behind > oldest && points[(behind - 1) & (LENGTH - 1)].time() > time) {
      behind--;
    }
    List<Point> found = new ArrayList<>();
    for (int i = Math.max(oldest, behind - AROUND); i < Math.min(written, behind + AROUND); i++) {
      found.add(points[i & (LENGTH - 1)]);
    }
    return found;
  }
}
