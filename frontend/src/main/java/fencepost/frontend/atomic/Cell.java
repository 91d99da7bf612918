package fencepost.frontend.atomic;

import fencepost.clocks.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A memory cell that is updated atomically, and what is known of the order of its updates.
 *
 * <p>The cell is a value and a set of updates that have been issued since. When an operation has
 * read a value, some of those updates, in some order, must have turned the known value into the one
 * that was read: every update that was over before the read began, none that had not been issued
 * when it ended, and each update whose own result is known at a point where it could return that
 * result. All such histories are looked at. What every history agrees on is certain: the reader is
 * ordered after those updates whose effect is in the value it read. A blind overwrite hides what
 * came before it; a read-modify-write hands it on.
 */
public final class Cell {
  private static final int MOST_PENDING = 62;
  private static final int MOST_STEPS = 20_000;
  private static final int MOST_PAST = 32;

  private boolean known;
  private long value;
  private @Nullable Signal carried;
  private final List<Update> pending = new ArrayList<>();
  private final ArrayDeque<Past> past = new ArrayDeque<>();

  /** A value that the cell had, what it carried, and the time at which it was seen to be gone. */
  private record Past(long value, @Nullable Signal carried, long until) {}

  /** An update has been issued. */
  public void add(Update update) {
    if (pending.size() == MOST_PENDING) {
      forget();
    }
    pending.add(update);
  }

  /** An update was not done after all. */
  public void withdraw(Update update) {
    pending.remove(update);
  }

  /** The cell was written in a way that is not followed: nothing is known of it any more. */
  public void forget() {
    known = false;
    carried = null;
    pending.clear();
    past.clear();
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
  public @Nullable Signal read(
      long seen, @Nullable Update reader, Origin origin, long issued, long ended) {
    if (reader != null && reader.isSettled()) {
      return reader.settledAfter(); // somebody else has seen its effect before
    }
    if (reader != null) {
      reader.returned(seen);
    }
    Past stale =
        reader == null || !reader.changes(seen) ? pastThatWasStillSeen(seen, issued) : null;
    if (stale != null) {
      return stale.carried; // it may have been read before the value that is known by now
    }
    // Memory that nobody has written is most often zero; if that explains nothing, it was not.
    Reading reading = new Reading(seen, reader, origin, issued, ended);
    Search search = new Search(known ? value : 0, reading);
    if (!search.found && !known) {
      search = new Search(seen, reading);
    }
    if (!search.found) {
      forget();
      settle(seen, null, 0, reader, ended);
      return null;
    }
    Signal order = orderAfter(search);
    if (search.unique) {
      settle(seen, order, search.applied | search.must, reader, ended);
    }
    return order;
  }

  /** The oldest earlier value that a read which was issued at the time may have returned. */
  private @Nullable Past pastThatWasStillSeen(long seen, long issued) {
    for (Past before : past) {
      if (before.value == seen && before.until > issued) {
        return before;
      }
    }
    return null;
  }

  private @Nullable Signal orderAfter(Search search) {
    List<Signal> signals = new ArrayList<>();
    if (search.carriedInAll && carried != null) {
      signals.add(carried);
    }
    for (int i = 0; i < pending.size(); i++) {
      if ((search.visibleInAll >> i & 1) != 0) {
        signals.add(pending.get(i).signal);
      }
    }
    return signals.isEmpty() ? null : Signal.join(signals);
  }

  /**
   * The value is known to have been this one; the updates that led to it need not be looked at
   * again.
   */
  private void settle(
      long seen, @Nullable Signal order, long applied, @Nullable Update reader, long time) {
    for (int i = pending.size() - 1; i >= 0; i--) {
      if ((applied >> i & 1) != 0) {
        pending.remove(i).settle(carried);
      }
    }
    become(seen, order, time);
    if (reader != null && pending.remove(reader) && reader.changes(seen)) {
      Signal both = order == null ? reader.signal : Signal.join(List.of(order, reader.signal));
      become(reader.after(seen), both, time);
    }
  }

  private void become(long newValue, @Nullable Signal newCarried, long time) {
    if (known && newValue != value) {
      past.add(new Past(value, carried, time));
      if (past.size() > MOST_PAST) {
        past.remove();
      }
    }
    known = true;
    value = newValue;
    carried = newCarried;
  }

  /** An operation that has read a value. */
  private record Reading(
      long seen, @Nullable Update reader, Origin origin, long issued, long ended) {

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
  }

  /** A point that a history can reach. */
  private record State(long now, long done, long visible, boolean carries) {}

  /**
   * Looks at every history that ends with the value that was seen. Sets of updates are bit masks.
   */
  private final class Search {
    private final long seen;
    private final long candidates;
    private final long must;
    private final Set<State> explored = new HashSet<>();
    private final ArrayDeque<Long> values = new ArrayDeque<>();
    private int steps;

    boolean found;
    boolean unique = true;
    long applied;
    long visibleInAll = -1;
    boolean carriedInAll = true;

    Search(long start, Reading reading) {
      this.seen = reading.seen;
      long possible = 0;
      long certain = 0;
      for (int i = 0; i < pending.size(); i++) {
        Update update = pending.get(i);
        if (reading.mayFollow(update)) {
          possible |= 1L << i;
          certain |= reading.mustFollow(update) ? 1L << i : 0;
        }
      }
      this.candidates = possible;
      this.must = certain;
      if (!addsUp(start)) {
        explore(start, 0, 0, true);
        found &= steps < MOST_STEPS;
      }
    }

    /**
     * A counter that only grows, and all of its updates, or only those that must be there, add up
     * to what was seen: no other set does. This decides the large counters that cannot be searched.
     */
    private boolean addsUp(long start) {
      long all = 0;
      long certain = 0;
      for (int i = 0; i < pending.size(); i++) {
        Update update = pending.get(i);
        if ((candidates >> i & 1) == 0) {
          continue;
        }
        if (update.op != AtomicOp.SUM || update.operand <= 0) {
          return false;
        }
        all += update.operand;
        certain += (must >> i & 1) != 0 ? update.operand : 0;
      }
      if (start + all == seen) {
        accept(candidates, candidates, true);
      } else if (start + certain == seen) {
        accept(must, must, true);
      }
      return found;
    }

    /**
     * A history has applied some updates; some are visible in the value, and perhaps what it
     * carried. Only updates that change the value are steps of a history: one that does not, for
     * example a swap that fails, may stand wherever it finds such a value.
     */
    private void explore(long now, long done, long visible, boolean carries) {
      if (steps++ >= MOST_STEPS || !explored.add(new State(now, done, visible, carries))) {
        return;
      }
      values.push(now);
      if (now == seen && allPlaced(must, done)) {
        accept(done, visible, carries);
      }
      for (int i = 0; i < pending.size(); i++) {
        long bit = 1L << i;
        Update next = pending.get(i);
        if ((candidates & ~done & bit) != 0
            && next.mayFollow(now)
            && next.changes(now)
            && allPlaced(overBefore(next), done)) {
          boolean blind = next.op == AtomicOp.REPLACE && !next.fetches;
          long known = bit | earlierOf(next);
          explore(next.after(now), done | bit, blind ? known : visible | known, carries && !blind);
        }
      }
      values.pop();
    }

    /** The candidates that were over when the update was issued, or keep their order with it. */
    private long overBefore(Update next) {
      long over = 0;
      for (int i = 0; i < pending.size(); i++) {
        Update before = pending.get(i);
        boolean first = before.precedes(next.issued) || before.staysBefore(next);
        over |= first ? candidates & 1L << i : 0;
      }
      return over;
    }

    /** What its issuer issued before: who has seen the update is also ordered after that. */
    private long earlierOf(Update update) {
      long earlier = 0;
      for (int i = 0; i < pending.size(); i++) {
        Update before = pending.get(i);
        boolean first = before.origin.isSame(update.origin) && before.issued < update.issued;
        earlier |= first ? 1L << i : 0;
      }
      return earlier;
    }

    /** Whether each of the updates is a step of the history, or had no effect somewhere in it. */
    private boolean allPlaced(long updates, long done) {
      for (long left = updates & ~done; left != 0; left &= left - 1) {
        Update update = pending.get(Long.numberOfTrailingZeros(left));
        if (values.stream().noneMatch(v -> update.mayFollow(v) && !update.changes(v))) {
          return false;
        }
      }
      return true;
    }

    private void accept(long done, long visible, boolean carries) {
      unique &= !found || done == applied;
      found = true;
      applied = done;
      visibleInAll &= visible;
      carriedInAll &= carries;
    }
  }
}
