package fencepost.model;

import java.io.Serializable;

/**
 * A moment of one strand.
 *
 * @param call the call that made it, for reports
 * @param site the source place of that call
 * @param learned when the strand last learned something of others: until then it cannot have come
 *     after anything that it did not come after at that time
 * @param together the number of the collective call that it is a part of, {@link #ALONE} if none
 */
public record Point(int strand, long time, String call, int site, long learned, long together)
    implements Serializable {
  /** Of a moment that belongs to no collective call. */
  public static final long ALONE = 0;

  public Point(int strand, long time, String call, int site, long learned) {
    this(strand, time, call, site, learned, ALONE);
  }

  /** A moment of a strand that has not heard of others. */
  public Point(int strand, long time, String call, int site) {
    this(strand, time, call, site, 0);
  }
}
