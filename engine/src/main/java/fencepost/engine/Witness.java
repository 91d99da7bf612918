package fencepost.engine;

import java.util.List;

/**
 * A run that has a race which this run has hidden: the program does the same up to the race, but
 * locks are taken in another order.
 *
 * @param turns the pairs of sections that change places; whatever else there is may stay as it was
 */
public record Witness(List<Turn> turns) {

  /** The first one gets the lock before the second one, which had it first in this run. */
  public record Turn(Section first, Section second) {}

  /**
   * A section in which a process holds a lock.
   *
   * @param number how often the process had asked for a lock before, in this run
   * @param name the lock
   * @param site where it was asked for
   */
  public record Section(int rank, int number, String name, String call, int site) {}
}
