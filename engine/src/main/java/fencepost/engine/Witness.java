package fencepost.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that has a race which this run has hidden: the program does the same up to the race, but
 * locks are taken in another order, or another message is received by one who does not see the
 * difference.
 *
 * @param turns the pairs that change places; whatever else there is may stay as it was
 */
public record Witness(List<Turn> turns) {

  /**
   * The first one is over before the second one begins, which was first in this run: sections of
   * one lock, or a receive and the message that it had in this run.
   *
   * @param instead the message that the receive has in place of the second; null for locks
   */
  public record Turn(Section first, Section second, @Nullable Section instead) {

    public Turn(Section first, Section second) {
      this(first, second, null);
    }
  }

  /**
   * A section in which a process holds a lock, or a call that sends or receives.
   *
   * @param number how often the process had asked for a lock before, in this run, or sent, or
   *     received
   * @param name the lock; empty for messages
   * @param site where it was asked for
   */
  public record Section(int rank, int number, String name, String call, int site) {}
}
