package fencepost.frontend.atomic;

/**
 * Who updates a cell, and how far its operations on the same cell keep their order.
 *
 * @param through what the order is promised for; a window in MPI
 * @param orders the pairs that stay in order, as bits
 */
public record Origin(int process, Object through, int orders) {
  public static final int READ_AFTER_READ = 1;
  public static final int READ_AFTER_WRITE = 2;
  public static final int WRITE_AFTER_READ = 4;
  public static final int WRITE_AFTER_WRITE = 8;
  public static final int ALL = 15;

  /** Of operations that are complete before their process goes on, or whose order is not known. */
  public static final Origin ANYONE = new Origin(-1, "", 0);

  /** Whether an update stays before a later one of the given origin. */
  boolean keepsUpdates(Origin later) {
    return isSame(later) && (orders & WRITE_AFTER_WRITE) != 0;
  }

  /** Whether an update stays before a later read of the given origin. */
  boolean keepsUpdateBeforeRead(Origin later) {
    return isSame(later) && (orders & READ_AFTER_WRITE) != 0;
  }

  /** Whether a read stays before a later update of the given origin. */
  boolean keepsReadBeforeUpdate(Origin later) {
    return isSame(later) && (orders & WRITE_AFTER_READ) != 0;
  }

  boolean isSame(Origin other) {
    return process >= 0 && process == other.process && through.equals(other.through);
  }
}
