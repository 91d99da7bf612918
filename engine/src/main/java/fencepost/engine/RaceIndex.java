package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Individual;
import fencepost.model.LockEpoch;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import org.jspecify.annotations.Nullable;

/**
 * Remembers effects, and finds those that race. It is told of them in an order that respects
 * happens-before, each with a clock that does not move any more; so it may lag behind whoever tells
 * it. What effects are completed by it sees from themselves: a completion that is told later is
 * known to no clock that was told before.
 *
 * <p>What it finds on the memory of one rank depends on nothing that is told of the memory of
 * another one, so the ranks can be divided among several of them.
 */
public interface RaceIndex {

  /** There is a new strand: the next number, of a rank. */
  void add(int rank);

  /** A strand has synchronised; for reports. */
  void synchronised(Point point);

  /** Somebody has seen a value that was there after so many changes. */
  void seen(Sightings sightings, Point point, long changes);

  /**
   * Something is known now of what effects share: a completion, or which change it was. An index
   * that shares the memory of whoever tells it sees that by itself.
   */
  default void known(Individual shared) {}

  /** From now on, order may be unknown because records are missing. */
  void evidenceIsMissing();

  /** An effect begins at a moment that knows what the clock says. */
  void begin(Effect effect, Clock beginning);

  /** A load or store at a moment of the strand. */
  void access(
      int strand,
      Clock moment,
      AccessKind kind,
      int rank,
      Region region,
      int site,
      @Nullable LockEpoch lock);

  /** What is complete in the region has nothing in common with what comes. */
  void renew(int rank, Region region);

  /** Nothing is to come that does not know what everyone knows: it may forget some of it. */
  void forget(Clock everyone);

  /** How many effects are remembered at present. */
  int remembered();

  /** Waits until all races in what was told so far have been reported. */
  void finish();

  /**
   * The time is up: what it was told but has not looked at yet is left out. May be called by any
   * thread; an index that never lags behind has nothing to leave out.
   */
  default void abandon() {}
}
