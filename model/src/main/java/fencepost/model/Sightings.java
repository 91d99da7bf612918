package fencepost.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Where somebody has seen a value that changes again and again, each time with the number of
 * changes that had been made by then.
 *
 * <p>A sighting matters as long as somebody may come who knows of it, but of no later one of the
 * same strand. However many others look at the value in the meantime, it is kept until then.
 *
 * <p>The parts of a race index that share one may be told of a sighting one after the other: the
 * first adds it, and nobody minds who hears of it early.
 */
public final class Sightings extends Individual {
  /** The latest of each strand that are kept at any rate. */
  public static final int FEW = 16;

  /** In the order in which they were told, in which the changes grow. Most values have none. */
  private List<Sight> sights = List.of();

  private record Sight(Point point, long changes) implements Serializable {}

  /**
   * Somebody has seen the value that was there after so many changes. Returns whether that is new:
   * a strand that sees the same value again knows no more than the first time.
   */
  public synchronized boolean add(Point point, long changes) {
    for (int i = sights.size() - 1; i >= 0 && sights.get(i).changes >= changes; i--) {
      if (sights.get(i).point.strand() == point.strand()) {
        return false;
      }
    }
    if (sights.isEmpty()) {
      sights = new ArrayList<>(1);
    }
    sights.add(new Sight(point, changes));
    return true;
  }

  /** Whether somebody who has seen that change or a later one did so at such a point. */
  public synchronized boolean any(long change, Predicate<Point> at) {
    for (int i = sights.size() - 1; i >= 0 && sights.get(i).changes >= change; i--) {
      if (at.test(sights.get(i).point)) {
        return true;
      }
    }
    return false;
  }

  public synchronized int size() {
    return sights.size();
  }

  /** Forgets those instead of which everyone knows a later one of the same strand. */
  public synchronized void forget(Predicate<Point> knownToAll) {
    Map<Integer, Integer> laterKnown = new HashMap<>();
    List<Sight> kept = new ArrayList<>();
    for (int i = sights.size() - 1; i >= 0; i--) {
      Sight sight = sights.get(i);
      int later = laterKnown.getOrDefault(sight.point.strand(), 0);
      if (later < FEW) {
        kept.add(sight);
      }
      if (knownToAll.test(sight.point)) {
        laterKnown.put(sight.point.strand(), later + 1);
      }
    }
    Collections.reverse(kept);
    sights = kept;
  }
}
