package fencepost.frontend.atomic;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.model.Change;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation on a cell that may change it.
 *
 * <p>It took effect at some moment between its issue and the time at which its origin knew it to be
 * complete; both are times of one clock that all processes share. That is evidence of what happened
 * in this run. What must happen in every run like it is said by happens-before alone.
 */
public final class Update {
  final AtomicOp op;
  final long operand;
  final long compare;
  private final byte bits;
  final Provenance provenance;
  private final @Nullable Passage passage;
  final long issued;

  /** Who issued it. */
  final Origin origin;

  /** Whether it returns the old value, so that it hands on the order that the old value carried. */
  final boolean fetches;

  private long completed = Long.MAX_VALUE;
  private boolean oldKnown;
  private long old;
  private Cell.@Nullable Settlement settlement;

  /** Its place among the changes of the cell; null if nobody wants to know. */
  private @Nullable Change change;

  /**
   * How an update gets to the cell.
   *
   * @param delivery its place in what its origin sends to the cell's owner
   * @param arrival its own effects: complete for whom
   */
  public record Passage(Delivery delivery, Provenance.Arrival arrival) {
    private boolean isBefore(Passage other) {
      return delivery.isBefore(other.delivery);
    }
  }

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
    this(op, operand, compare, bits, fetches, origin, Provenance.of(signal), null, issued);
  }

  /**
   * The same for a model in which whoever sees an update also sees what was delivered before it.
   *
   * @param passage how it gets to the cell
   */
  public Update(
      AtomicOp op,
      long operand,
      long compare,
      int bits,
      boolean fetches,
      Origin origin,
      Provenance provenance,
      @Nullable Passage passage,
      long issued) {
    this.op = op;
    this.operand = operand;
    this.compare = compare;
    this.bits = (byte) bits;
    this.fetches = fetches;
    this.origin = origin;
    this.provenance = provenance;
    this.passage = passage;
    this.issued = issued;
  }

  /** It is complete at the target. */
  public void completedAt(long time) {
    completed = Math.min(completed, time);
  }

  boolean isComplete() {
    return completed != Long.MAX_VALUE;
  }

  /** It returned this value. */
  void returned(long value) {
    old = value;
    oldKnown = true;
  }

  boolean hasReturned() {
    return oldKnown;
  }

  boolean returnedAtLeast(long value) {
    return oldKnown && old >= value;
  }

  /** Its effect is part of a value that is known. */
  void settle(Cell.Settlement with) {
    settlement = fetches && !oldKnown ? with : null; // for when its own result comes
  }

  /** Which of the changes of the cell it is, once that is known; asked for when it is issued. */
  public Change change() {
    if (change == null) {
      change = new Change();
    }
    return change;
  }

  boolean isAskedFor() {
    return change != null;
  }

  /** With what it has led to a value that was known before its own result; null if that was not. */
  Cell.@Nullable Settlement settlement() {
    return settlement;
  }

  /** What the value that it made carries, if it found one that carried this. */
  Provenance handingOn(@Nullable Provenance found) {
    return found == null ? provenance : found.then(provenance);
  }

  boolean mayFollow(long value) {
    return !oldKnown || old == value;
  }

  /** Whether it was over before the time. */
  boolean precedes(long time) {
    return completed < time;
  }

  /** Whether it has taken effect before the other one in this run. */
  boolean precedes(Update other) {
    return precedes(other.issued) || isKeptBefore(other);
  }

  /** Whether it takes effect before the other one in every run in which both are made like this. */
  boolean happensBefore(Update other) {
    return isKnownTo(other.provenance.signal()) || isKeptBefore(other);
  }

  /** Whether it is complete for whoever has the clock. */
  boolean isKnownTo(Clock clock) {
    return passage != null && passage.arrival.isKnownTo(clock);
  }

  /** Whether it is complete for whoever has the clock, and has seen that the effects are there. */
  boolean isComplete(Clock clock, Set<Effect> arrived) {
    if (passage == null) {
      return false;
    }
    Collection<Effect> own = passage.arrival.effects();
    return isKnownTo(clock) || (!own.isEmpty() && arrived.containsAll(own));
  }

  /** Whether it is known for whom it is complete. */
  boolean canBeWaitedFor() {
    return passage != null;
  }

  private boolean isKeptBefore(Update other) {
    return (issued < other.issued && origin.keepsUpdates(other.origin))
        || (passage != null && other.passage != null && passage.isBefore(other.passage));
  }

  /** Whether the two lead to the same value in either order, whatever they find. */
  boolean commutesWith(Update other) {
    return op == AtomicOp.SUM && other.op == AtomicOp.SUM && !fetches && !other.fetches;
  }

  /** Whether it can change places with all others of its operation, and nobody waits for it. */
  boolean isPlain() {
    return op.canBeUndone() && !fetches && !canBeWaitedFor();
  }

  /** Whether it always makes the value larger. */
  boolean isIncrement() {
    return op == AtomicOp.SUM && operand > 0;
  }

  /** Whether it forgets what was there before. */
  boolean isBlind() {
    return op == AtomicOp.REPLACE && !fetches;
  }

  /** Whether its issuer is that of the other one, and issued it before. */
  boolean isEarlierOfSame(Update other) {
    return issued < other.issued && origin.isSame(other.origin);
  }

  /**
   * Whether the cell is another one after it. Who writes blindly what is there takes the place of
   * who wrote it; who fetches it has only read it.
   */
  boolean changes(long value) {
    return isBlind() || after(value) != value;
  }

  long after(long value) {
    int unused = Long.SIZE - bits;
    return (op.apply(value, operand, compare) << unused) >> unused;
  }
}
