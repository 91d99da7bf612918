package fencepost.frontend.atomic;

import fencepost.clocks.Clock;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.model.Sightings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A memory cell that is updated atomically, and what is known of the order of its updates.
 *
 * <p>The cell is a value and a set of updates that have been issued since. When an operation has
 * read a value, some of those updates, in some order, must have turned the known value into the one
 * that was read: every update that was over before the read began, none that had not been issued
 * when it ended, and each update whose own result is known at a point where it could return that
 * result. All such {@link History histories} are looked at. What every history agrees on is
 * certain: the reader is ordered after those updates whose effect is in the value it read. A blind
 * overwrite hides what came before it; a read-modify-write hands it on.
 *
 * <p>The value that an atomic operation returned is a fact of the run, and so is whose value it
 * was: real time is good evidence for that, and the order of locks is no other. A wait gives no
 * value to the program, and a signal only announces. What they may conclude is another matter, and
 * that of {@link Waits}.
 */
public final class Cell extends PendingUpdates {
  private static final int MOST_PENDING = 4096;
  private static final int MOST_PAST = 32;
  private static final int FEW = 4;

  /** Where it lies in the memory of its owner. */
  final long address;

  private byte bytes;
  private boolean known;

  /** If it is not known, what has been added to it since nothing is known. */
  private long value;

  private @Nullable Provenance carried;
  private boolean observed;

  /** How many updates it is worth looking through for those that need no place of their own. */
  private int crowd = FEW;

  /** Whoever reads or updates it from this time on finds what was settled unread. */
  private long unreadUntil = Long.MIN_VALUE;

  // There may be millions of cells: most have nothing of what follows.
  private @Nullable ArrayDeque<Settlement> past;
  private @Nullable Sightings sightings;

  /** Updates that were settled since somebody has last seen the value. */
  private List<Settled> settled = List.of();

  private @Nullable Waits waits;
  private final boolean zeroAtFirst;

  /** Whether reads are announced when they are issued, and how many of these have not ended. */
  private boolean announced;

  private int awaited;

  /** How many settlements there have been, and how many the last reader knew to be over. */
  private long settlements;

  private long seenSettlements;

  /** The strand that has seen it last, and after how many settlements. */
  private int lastSeenBy = -1;

  private long lastSeen;

  /**
   * Updates that have led from one value that is known to another.
   *
   * @param carried what the first value carried
   * @param until when the last value was seen
   */
  record Settlement(long start, @Nullable Provenance carried, List<Update> applied, long until) {

    /** What may have led to a value that was read before all of them were over. */
    History before(long seen, Reading reading) {
      return reading.history(start, carried, applied, seen);
    }
  }

  /** A cell of which nothing is known. */
  Cell() {
    this(0, false);
  }

  /**
   * A cell that nobody has written yet.
   *
   * @param zero whether its initial value is known, and zero
   */
  Cell(long address, boolean zero) {
    this.address = address;
    this.zeroAtFirst = zero;
  }

  /** It was accessed as a cell of so many bytes. */
  void has(int size) {
    bytes = (byte) Math.max(bytes, size);
  }

  int bytes() {
    return bytes;
  }

  /** An update has been issued. */
  public void add(Update update) {
    if (pending() == MOST_PENDING || update.issued < unreadUntil) {
      forget();
    }
    append(update);
    if (update.canBeWaitedFor()) {
      if (waits().isFull()) {
        waits().restart(known, value, carried, allPending());
      } else {
        waits().add(update);
      }
    }
  }

  /** Whether there are so many updates that some may be settled although nobody has read them. */
  public boolean isCrowded() {
    return pending() >= crowd;
  }

  /**
   * A program may add to a cell for hours before it reads it. What was over before all that is
   * still to come was issued is in every value that will be read. If all that is under way adds, or
   * all of it flips bits, the order does not matter either: then one value and one provenance stand
   * for all of these, and a cell needs the memory of those that are under way. Nothing is settled
   * while somebody reads.
   *
   * @param time before which nothing will be issued any more
   */
  public void settleBefore(long time, Execution execution) {
    if (awaited == 0 && areExchangeable()) {
      settlements++;
      unreadUntil = time;
      settleThosePreceding(time, execution);
    }
    crowd = Math.max(FEW, 2 * pending());
  }

  @Override
  void settleUnread(Update update, Execution execution) {
    if (update.changes(value)) { // else no value tells of it
      value = update.after(value);
      carried = update.handingOn(carried);
    }
    if (update.isAskedFor()) {
      execution.settle(update.change(), sightings(), settlements);
    }
  }

  private Sightings sightings() {
    if (sightings == null) {
      sightings = new Sightings();
    }
    return sightings;
  }

  private Waits waits() {
    if (waits == null) {
      waits = new Waits(zeroAtFirst);
    }
    return waits;
  }

  /** An update was not done after all. */
  public void withdraw(Update update) {
    remove(update);
    waits().withdraw(update);
  }

  /** The cell was written in a way that is not followed: nothing is known of it any more. */
  public void forget() {
    known = false;
    value = 0;
    carried = null;
    removeAll();
    past = null;
  }

  /** The cell was seen to have the value: if no update explains it, it has had it before. */
  public void had(long seen, long time) {
    waits().had(seen, time);
    if (!known && !history(value, seen, new Reading(null, Origin.ANYONE, 0, time)).isPossible()) {
      known = true;
      value = seen;
    }
  }

  /**
   * A read has been issued. If all reads are announced, what the cell had in the past is kept only
   * while somebody may have seen it.
   */
  public void announceRead() {
    announced = true;
    awaited++;
  }

  /** Whether nobody ever looked at it, and nothing that is under way could change it. */
  boolean isIdle() {
    return !observed && areComplete();
  }

  /**
   * An operation has read the value.
   *
   * @param reader the update that read it, or null if it was not an update
   * @param origin who read it
   * @param issued when the operation was issued
   * @param ended when it was known to be complete
   * @return what the reader is ordered after; null if nothing
   */
  public @Nullable Provenance read(
      long seen, @Nullable Update reader, Origin origin, long issued, long ended) {
    observed = true;
    seenSettlements = 0;
    if (!announced) {
      return readAny(seen, reader, origin, issued, ended);
    }
    awaited--;
    Provenance order = readAny(seen, reader, origin, issued, ended);
    if (awaited == 0) {
      past = null;
    }
    return order;
  }

  private @Nullable Provenance readAny(
      long seen, @Nullable Update reader, Origin origin, long issued, long ended) {
    if (issued < unreadUntil) { // a read that nobody had announced
      forget();
      return null;
    }
    Reading reading = new Reading(reader, origin, issued, ended);
    if (reader != null) {
      reader.returned(seen);
      Settlement settlement = reader.settlement();
      if (settlement != null) { // somebody else has seen its effect before
        return settlement.before(seen, reading).provenance(ended);
      }
    }
    Update changer = reader != null && reader.changes(seen) ? reader : null;
    if (changer == null) {
      remove(reader); // no history need have a place for it
      History earlier = historyOfEarlierValue(seen, reading);
      if (earlier != null) {
        return earlier.provenance(Long.MAX_VALUE);
      }
    }
    if (isAsItWasLeft(seen, changer)) { // most often
      Provenance left = carried;
      known = true;
      value = seen;
      follow(changer, seen, left, ended);
      return left;
    }
    // Memory that nobody has written is most often zero; if that explains nothing, it was not.
    History history = history(value, seen, reading);
    if (history.isLost() && !known) {
      history = history(seen, seen, reading);
    }
    Provenance order = history.provenance(ended);
    if (history.isLost()) {
      forget();
    }
    List<Update> applied = history.applied();
    if (applied != null) {
      settle(new Settlement(history.start(), carried, applied, ended), seen, order);
      follow(changer, seen, order, ended);
    }
    return order;
  }

  /** Whether no update is under way but that of the reader, and none is needed for the value. */
  private boolean isAsItWasLeft(long seen, @Nullable Update reader) {
    return hasNoOtherThan(reader) && (!known || value == seen);
  }

  /** The value that was seen is the present one; its reader may have changed it. */
  private void follow(@Nullable Update changer, long seen, @Nullable Provenance order, long ended) {
    seenSettlements = settlements;
    if (changer != null) {
      settle(
          new Settlement(seen, order, List.of(changer), ended),
          changer.after(seen),
          changer.handingOn(order));
    }
  }

  /** The moment at which the last value that was read was given to its reader. */
  public void seen(Strand reader, Execution execution) {
    boolean again = lastSeenBy == reader.id && lastSeen == seenSettlements;
    if (seenSettlements == 0 || again) {
      return;
    }
    for (Settled one : settled) {
      execution.settle(one.update.change(), sightings(), one.number);
    }
    settled = List.of();
    execution.seen(reader, sightings(), seenSettlements);
    lastSeenBy = reader.id;
    lastSeen = seenSettlements;
  }

  /**
   * A routine has waited until the value met a condition; see {@link Waits}.
   *
   * @param waiter what the caller knew
   * @param seen the value at the end, if it was recorded
   */
  public @Nullable Provenance await(Goal condition, Clock waiter, @Nullable Long seen, long ended) {
    observed = true;
    return waits().await(condition, waiter, seen, ended);
  }

  /**
   * A process was given the value of a signal. Signals announce; nobody builds locks of them, whose
   * order would be that of the run. So here, too, only what holds in every run is order.
   *
   * @param reader what the process knew
   */
  public @Nullable Provenance given(long seen, Clock reader, long issued, long ended) {
    Provenance order = waits().given(seen, reader, ended);
    var unused = read(seen, null, Origin.ANYONE, issued, ended); // what it tells of the cell
    return order;
  }

  private History history(long start, long seen, Reading reading) {
    return reading.history(start, carried, allPending(), seen);
  }

  /** An update, and after how many settlements its effect can be seen. */
  private record Settled(Update update, long number) {}

  /** An operation that has read a value. */
  private record Reading(@Nullable Update reader, Origin origin, long issued, long ended) {

    /** Whether the update may have come first. */
    boolean mayFollow(Update update) {
      boolean later = update.issued > issued && origin.keepsReadBeforeUpdate(update.origin);
      return update != reader && update.issued < ended && !later;
    }

    /** Whether the update must have come first: it was over, or its origin's order says so. */
    boolean mustFollow(Update update) {
      boolean earlier = update.issued < issued && update.origin.keepsUpdateBeforeRead(origin);
      return earlier || update.precedes(issued);
    }

    /**
     * What may have led from a value to the one that was read. In a counter that only grows, what
     * an update has returned tells at once whether it was before.
     */
    History history(long start, @Nullable Provenance carried, List<Update> updates, long seen) {
      Goal goal = Goal.value(seen);
      if (updates.isEmpty()) {
        return new History(start, carried, updates, updates, goal, History.Order.IN_THIS_RUN);
      }
      boolean counter = History.isCounter(updates);
      List<Update> candidates = new ArrayList<>(updates.size());
      List<Update> must = new ArrayList<>(updates.size());
      for (Update update : updates) {
        if (mayFollow(update) && !(counter && update.returnedAtLeast(seen))) {
          candidates.add(update);
          if (mustFollow(update) || (counter && update.hasReturned())) {
            must.add(update);
          }
        }
      }
      return new History(start, carried, candidates, must, goal, History.Order.IN_THIS_RUN);
    }
  }

  /** The oldest histories of earlier values that explain what was read, if it was not later. */
  private @Nullable History historyOfEarlierValue(long seen, Reading reading) {
    if (past == null) {
      return null;
    }
    for (Settlement settlement : past) {
      if (settlement.until > reading.issued) {
        History history = settlement.before(seen, reading);
        if (history.isPossible()) {
          return history;
        }
      }
    }
    return null;
  }

  private void remember(Settlement settlement) {
    if (announced && awaited == 0) {
      return;
    }
    if (past == null) {
      past = new ArrayDeque<>(1);
    }
    past.add(settlement);
    if (past.size() > MOST_PAST) {
      past.remove();
    }
  }

  /** The updates that led to a value which is known need not be looked at again. */
  private void settle(Settlement settlement, long newValue, @Nullable Provenance newCarried) {
    if (!settlement.applied.isEmpty()) {
      settlement.applied.forEach(this::remove);
      settlements++;
      for (Update update : settlement.applied) {
        update.settle(settlement);
        if (update.isAskedFor()) {
          settled = settled.isEmpty() ? new ArrayList<>(1) : settled;
          settled.add(new Settled(update, settlements));
        }
      }
      remember(settlement);
    }
    known = true;
    value = newValue;
    carried = newCarried;
  }
}
