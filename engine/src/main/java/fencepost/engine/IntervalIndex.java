package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.Effect;
import fencepost.model.Region;
import java.io.Serializable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Effects by the address range they span, for the question which of them reach into a given range.
 *
 * <p>Effects of about the same length are kept in one {@link Grid}. Programs use few lengths, so a
 * question goes to few grids.
 */
final class IntervalIndex implements Serializable {
  private static final int SHORTEST = 3; // a double is the most common effect

  private final @Nullable Grid[] grids = new Grid[Long.SIZE];

  /** A bit for each grid that has effects. */
  private long inUse;

  private final boolean visitsAtomics;

  /**
   * An index.
   *
   * @param visitsAtomics whether atomic accesses are visited that do not conflict
   */
  IntervalIndex(boolean visitsAtomics) {
    this.visitsAtomics = visitsAtomics;
  }

  void add(Effect added) {
    int size = sizeOf(added.region);
    Grid grid = grids[size];
    if (grid == null) {
      grid = new Grid(size, visitsAtomics);
      grids[size] = grid;
    }
    grid.add(added);
    inUse |= 1L << size;
  }

  void remove(Effect removed) {
    gridOf(removed.region).remove(removed);
  }

  /** Whether the predicate holds for one of some: if not, it holds for few. */
  boolean holdsForSome(Predicate<Effect> condition) {
    for (long rest = inUse; rest != 0; rest &= rest - 1) {
      if (grid(rest).holdsForSome(condition)) {
        return true;
      }
    }
    return false;
  }

  /** Removes what the predicate holds for; returns how many. */
  int removeIf(Predicate<Effect> condition) {
    int removed = 0;
    for (long rest = inUse; rest != 0; rest &= rest - 1) {
      Grid grid = grid(rest);
      removed += grid.removeIf(condition);
      if (grid.isEmpty()) {
        inUse &= ~Long.lowestOneBit(rest);
      }
    }
    return removed;
  }

  /**
   * Visits the effects whose span meets that of the given one, but for those that are ordered
   * before its beginning, and those of which it is clear that they do not conflict. Where the
   * visitor says that it has met enough, older ones that differ in nothing but time are left out.
   * It must not change the index.
   */
  void forEachMeeting(Effect met, Clock beginning, Predicate<Effect> visitor) {
    for (long rest = inUse; rest != 0; rest &= rest - 1) {
      grid(rest).forEachMeeting(met, beginning, visitor);
    }
  }

  /**
   * One for which the predicate holds, of those that differ from the given one in nothing but time:
   * of the newest of them, and the oldest.
   */
  @Nullable Effect findTwin(Effect given, Predicate<Effect> condition) {
    Grid grid = grids[sizeOf(given.region)];
    return grid == null ? null : grid.findTwin(given, condition);
  }

  /** The grid of the lowest bit. */
  @SuppressWarnings("NullAway") // a bit is set only for a grid that was made
  private Grid grid(long bits) {
    return grids[Long.numberOfTrailingZeros(bits)];
  }

  @SuppressWarnings("NullAway") // only asked for what was added
  private Grid gridOf(Region region) {
    return grids[sizeOf(region)];
  }

  /** The number of bits that tell the bytes of the span apart. */
  private static int sizeOf(Region region) {
    long longest = region.end() - region.start() - 1;
    return Math.max(SHORTEST, Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, longest)));
  }
}
