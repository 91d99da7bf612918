package fencepost.trace;

import org.jspecify.annotations.Nullable;

/**
 * Records that make no sense: the trace is damaged, or was written by another version. The place is
 * added where it is known: the rank that recorded them, and the byte of its records.
 */
public final class BrokenTraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int UNKNOWN = -1;

  private final int rank;
  private final long offset;
  private final String reason;

  public BrokenTraceException(String reason) {
    this(reason, null);
  }

  public BrokenTraceException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.rank = UNKNOWN;
    this.offset = UNKNOWN;
    this.reason = reason;
  }

  /**
   * Damage at a place.
   *
   * @param rank -1 if the records did not come so far as to say it
   * @param offset the byte in the records of the strand where the bad one starts
   */
  public BrokenTraceException(int rank, long offset, BrokenTraceException damage) {
    super(
        (rank == UNKNOWN ? "a process without a rank" : "rank " + rank)
            + String.format(", byte %d of its records: %s", offset, damage.reason),
        damage.getCause());
    this.rank = rank;
    this.offset = offset;
    this.reason = damage.reason;
  }

  public int rank() {
    return rank;
  }

  public long offset() {
    return offset;
  }

  public String reason() {
    return reason;
  }
}
