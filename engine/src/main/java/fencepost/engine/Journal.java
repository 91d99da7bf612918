package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest synchronisations of a strand, and what it knew at some of its latest effects, so that
 * a report can name the last synchronisation that somebody else knew of.
 */
final class Journal {
  private static final int LEAST = 8;
  private static final int LENGTH = 256;
  private static final int AROUND = 3;

  /** Of moments at which effects began; few, because a clock can be large. */
  private static final int CLOCKS = 4;

  /** A ring, once it is full. */
  private Point[] points = new Point[LEAST];

  private int written;

  private final long[] times = new long[CLOCKS];
  private final @Nullable Clock[] clocks = new Clock[CLOCKS];
  private int kept;

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

  /** An effect began at a time of the strand, and knew what the clock says. */
  void knew(long time, Clock clock) {
    int last = (kept - 1) & (CLOCKS - 1);
    if (times[last] != time) { // else nothing was learned in between
      times[kept & (CLOCKS - 1)] = time;
      clocks[kept++ & (CLOCKS - 1)] = clock;
    }
  }

  /** What the strand knew when an effect began at that time, if it is still remembered. */
  @Nullable Clock knownAt(long time) {
    for (int i = 0; i < CLOCKS; i++) {
      if (times[i] == time) {
        return clocks[i];
      }
    }
    return null;
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
