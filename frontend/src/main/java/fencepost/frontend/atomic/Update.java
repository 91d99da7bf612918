package fencepost.frontend.atomic;

import fencepost.clocks.Signal;
import org.jspecify.annotations.Nullable;

/**
 * One atomic operation on a cell that may change it.
 *
 * <p>It took effect at some moment between its issue and the time at which its origin knew it to be
 * complete; both are times of one clock that all processes share.
 */
public final class Update {
  final AtomicOp op;
  final long operand;
  final long compare;
  private final int bits;
  final Signal signal;
  final long issued;

  /** Who issued it. */
  final Origin origin;

  /** Whether it returns the old value, so that it hands on the order that the old value carried. */
  final boolean fetches;

  private long completed = Long.MAX_VALUE;
  private boolean oldKnown;
  private long old;
  private boolean settled;
  private @Nullable Signal settledAfter;

  /**
   * An update that was issued at the given time.
   *
   * @param bits the width of the cell: results wrap around
   * @param signal stands for all that its issuer did before
   */
  public Update(
      AtomicOp op,
      long operand,
      long compare,
      int bits,
      boolean fetches,
      Origin origin,
      Signal signal,
      long issued) {
    this.op = op;
    this.operand = operand;
    this.compare = compare;
    this.bits = bits;
    this.fetches = fetches;
    this.origin = origin;
    this.signal = signal;
    this.issued = issued;
  }

  /** It is complete at the target. */
  public void completedAt(long time) {
    completed = Math.min(completed, time);
  }

  /** It returned this value. */
  void returned(long value) {
    old = value;
    oldKnown = true;
  }

  /** Its effect is part of a value that is known; it came after what the signal stands for. */
  void settle(@Nullable Signal after) {
    settled = true;
    settledAfter = after;
  }

  boolean isSettled() {
    return settled;
  }

  @Nullable Signal settledAfter() {
    return settledAfter;
  }

  boolean mayFollow(long value) {
    return !oldKnown || old == value;
  }

  /** Whether it was over before the other one began. */
  boolean precedes(long issueOfOther) {
    return completed < issueOfOther;
  }

  /** Whether it is an earlier one of the same origin that takes effect before the other one. */
  boolean staysBefore(Update other) {
    return issued < other.issued && origin.keepsUpdates(other.origin);
  }

  boolean changes(long value) {
    return op == AtomicOp.REPLACE || after(value) != value;
  }

  long after(long value) {
    int unused = Long.SIZE - bits;
    return (op.apply(value, operand, compare) << unused) >> unused;
  }
}
