package fencepost.engine;

import fencepost.model.Effect;
import fencepost.model.Point;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two effects that conflict and that nothing orders.
 *
 * @param earlier the one that was issued first, or if that is not known, the one that was seen
 *     first; nothing says that it happened first
 * @param later the other
 * @param address a byte that both touch
 * @param lastKnown the last synchronisation of the earlier one's strand that the later one knew of
 * @param issueKnown whether the later one knew that the earlier one had been issued; if not, either
 *     of them could have come first
 * @param again whether the later one had happened before, in a loop
 * @param around the two effects' strands at that time, the earlier one's first
 */
public record Race(
    Effect earlier,
    Effect later,
    long address,
    @Nullable Point lastKnown,
    boolean issueKnown,
    boolean again,
    List<Surroundings> around)
    implements Serializable {

  /**
   * What a strand did around an effect.
   *
   * @param issued when the effect was issued; a load or store may happen again later
   * @param points its synchronisations next to that, in their order
   * @param siblings of the earlier one: the synchronisations of other strands of its process that
   *     the later one knew of, and it did not; of the later one: those that came last before it
   */
  public record Surroundings(long issued, List<Point> points, List<Point> siblings)
      implements Serializable {
    public Surroundings(long issued, List<Point> points) {
      this(issued, points, List.of());
    }

    private Surroundings alone() {
      return new Surroundings(issued, points);
    }
  }

  /** When the earlier (0) or the later one (1) was issued, as its strand counts. */
  public long issued(int which) {
    Effect effect = which == 0 ? earlier : later;
    return around.isEmpty() ? effect.issued() : around.get(which).issued();
  }

  /** A race of which nothing else is known. */
  public Race(
      Effect earlier, Effect later, long address, @Nullable Point lastKnown, boolean again) {
    this(
        earlier,
        later,
        address,
        lastKnown,
        lastKnown != null && lastKnown.time() > earlier.issued(),
        again,
        List.of());
  }

  /**
   * The same with the other one first. What that one knew is known only if it was a collective
   * call, which both made.
   */
  public Race turned() {
    Point told = lastKnown;
    if (around.size() != 2) {
      return new Race(
          /* earlier= */ later, /* later= */ earlier, address, null, false, false, around);
    }
    Point other =
        around.get(1).points().stream()
            .filter(point -> told != null && told.together() != Point.ALONE)
            .filter(point -> point.together() == Objects.requireNonNull(told).together())
            .findFirst()
            .orElse(null);
    return new Race(
        /* earlier= */ later,
        /* later= */ earlier,
        address,
        other,
        false,
        false,
        List.of(around.get(1).alone(), around.get(0).alone()));
  }
}
