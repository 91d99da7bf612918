package fencepost.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The completion points of an effect, as they become known, or of many effects that nothing
 * completes but what completes all of them. One thread may add points while another one reads: it
 * sees those that were known when it was told what it works on, and perhaps more.
 */
public final class Completions extends Individual {
  private @Nullable Point first;
  private List<Point> further = List.of();

  /** The first that became known, or null. */
  public @Nullable Point first() {
    return first;
  }

  /** Those that became known after the first one. */
  public List<Point> further() {
    return further;
  }

  /** All that are known so far. */
  public List<Point> all() {
    if (first == null) {
      return List.of();
    }
    List<Point> all = new ArrayList<>();
    all.add(first);
    all.addAll(further);
    return all;
  }

  /** A point that is known already is not added again. */
  public void add(Point point) {
    if (first == null) {
      first = point;
    } else if (!first.equals(point) && !further.contains(point)) {
      List<Point> more = new ArrayList<>(further);
      more.add(point);
      further = List.copyOf(more);
    }
  }
}
