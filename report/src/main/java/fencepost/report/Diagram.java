package fencepost.report;

import java.util.List;
import java.util.Locale;

/**
 * What a picture of a race shows: the strands of the two effects, and what happened on them around
 * it, in an order that respects happens-before.
 *
 * @param lanes the strands involved: one or two
 * @param effects two, in the order of the finding's accesses
 * @param known the event of the earlier one's lane that the later one knew of; -1 if none
 * @param size how many bytes the window or variable has; 0 if unknown
 */
public record Diagram(
    List<Lane> lanes, List<Event> events, List<Span> effects, int known, long size) {

  /** A strand. */
  public record Lane(int rank) {}

  /** What an event is. */
  public enum What {
    ISSUE,
    COMPLETION,
    SYNCHRONISATION;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Something that a strand did.
   *
   * @param row of the picture, in which time goes down; a collective call is one row
   */
  public record Event(int lane, int row, What what, String call, SourcePlace place) {}

  /**
   * An effect, by the numbers of its events, and its bytes within the object.
   *
   * @param completion -1 if nothing has completed it; the same as the issue for a load or store
   * @param from of the bytes that it touches, the first
   * @param to the one behind the last
   * @param time about when it was issued, in nanoseconds of the run; -1 if unknown
   */
  public record Span(int issue, int completion, long from, long to, long time) {}
}
