package fencepost.engine;

import fencepost.model.Effect;
import java.util.function.Supplier;

/** Told of every race. The details are made only for who asks. */
public interface RaceListener {
  void race(Effect earlier, Effect later, Supplier<Race> details);

  /**
   * Two effects that this run has ordered, but by luck alone: another run has the race.
   *
   * @param witness how that run goes
   */
  default void predicted(Effect earlier, Effect later, Supplier<Race> details, Witness witness) {}

  /**
   * Two effects of which nothing but what a strand was told keeps this run from having the race:
   * another run may have it, or do something else.
   *
   * @param witness what that run must be told otherwise
   */
  default void candidate(Effect earlier, Effect later, Supplier<Race> details, Witness witness) {}

  /**
   * What the program was told in this run may be another thing in another run, and it may act on
   * it.
   */
  default void dependsOnLuck() {}

  /** From now on, order may be unknown because records are missing. */
  default void evidenceIsMissing() {}
}
