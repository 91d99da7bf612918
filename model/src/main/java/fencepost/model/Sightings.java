package fencepost.model;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Predicate;

/**
 * Where somebody has seen a value that changes again and again: the latest moments, each with the
 * number of changes that had been made by then.
 */
public final class Sightings {
  private static final int MOST = 16;

  private final Queue<Sight> sights = new ArrayDeque<>(1);

  private record Sight(Point point, long changes) {}

  /** Somebody has seen the value that was there after so many changes. */
  public void add(Point point, long changes) {
    sights.add(new Sight(point, changes));
    if (sights.size() > MOST) {
      sights.remove();
    }
  }

  /** Whether somebody who has seen that change or a later one did so at such a point. */
  public boolean any(long change, Predicate<Point> at) {
    for (Sight sight : sights) {
      if (sight.changes >= change && at.test(sight.point)) {
        return true;
      }
    }
    return false;
  }
}
