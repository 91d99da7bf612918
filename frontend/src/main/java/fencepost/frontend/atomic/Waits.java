package fencepost.frontend.atomic;

import fencepost.clocks.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process may conclude when a wait for a value in its memory has returned.
 *
 * <p>A wait tells that its condition was met, not by which value. So the process may rely only on
 * what is the same in every run in which it, and those who made the updates, knew the same: an
 * update has certainly taken effect if the waiting process knows of its completion, two updates
 * took effect in the order that happens-before or their delivery gives them, and everything else
 * may have happened or not. The process is ordered after those updates without which no such run
 * meets the condition.
 *
 * <p>The initial value is a source like the updates are. If it meets the condition, or equals what
 * an update writes, the process may have gone on with it, and nothing follows. It is known of
 * memory that was zero when it was allocated and that nobody else has written, and from a value
 * that was seen when no update had been issued. Otherwise it is taken not to meet the condition: a
 * process does not wait for what it has.
 *
 * <p>When an update was complete in real time proves nothing here. It may have been there when the
 * process looked, and the process would have gone on without it all the same.
 *
 * <p>Updates that the process knows of, and that nothing which it does not know of can come before,
 * become part of the value that all other runs begin with. So flags can be used again and again.
 */
final class Waits {
  private static final int MOST_UPDATES = 1 << 16;
  private static final Goal ANYTHING = new Goal(value -> true, false);

  private boolean known;
  private long value;
  private @Nullable Provenance carried;
  private final List<Update> updates = new ArrayList<>(1);

  /**
   * What is known of a cell from its waits.
   *
   * @param zero whether its initial value is known, and zero
   */
  Waits(boolean zero) {
    known = zero;
  }

  boolean isFull() {
    return updates.size() >= MOST_UPDATES;
  }

  void add(Update update) {
    updates.add(update);
  }

  void withdraw(Update update) {
    updates.remove(update);
  }

  /** Begins anew, with what is known of the cell by other means. */
  void restart(
      boolean isKnown, long newValue, @Nullable Provenance newCarried, Collection<Update> pending) {
    known = isKnown;
    value = newValue;
    carried = newCarried;
    updates.clear();
    updates.addAll(pending);
  }

  /** The cell was seen to have the value: if no update explains it, it has had it before. */
  void had(long seen, long time) {
    if (known) {
      return;
    }
    List<Update> candidates = issuedBefore(time);
    History history = history(0, candidates, List.of(), Goal.value(seen));
    if (candidates.isEmpty() || (!history.isPossible() && !history.gaveUp())) {
      known = true;
      value = seen;
    }
  }

  /**
   * A wait has returned.
   *
   * @param waiter what the process knew
   * @param seen the value at the end, if it was recorded
   * @param ended when it returned: later updates were not needed
   * @return what the process is ordered after; null if nothing
   */
  @Nullable Provenance await(Goal condition, Clock waiter, @Nullable Long seen, long ended) {
    absorb(waiter);
    List<Update> candidates = issuedBefore(ended);
    long start = known ? value : likelyStart(condition, candidates, seen);
    return order(start, candidates, condition, waiter, ended);
  }

  /** A process was given the value; it may conclude what this value proves in every run. */
  @Nullable Provenance given(long seen, Clock reader, long ended) {
    absorb(reader);
    had(seen, ended);
    long start = known ? value : 0;
    List<Update> candidates = issuedBefore(ended);
    boolean tooMany =
        !areBlind(candidates)
            && history(start, candidates, knownTo(reader, candidates), Goal.value(seen)).gaveUp();
    // What a counter needed to come so far is a part of what it needed to come exactly so far.
    Goal goal = tooMany ? Goal.atLeast(seen) : Goal.value(seen);
    return order(start, candidates, goal, reader, ended);
  }

  private @Nullable Provenance order(
      long start, List<Update> candidates, Goal condition, Clock waiter, long ended) {
    List<Update> must = knownTo(waiter, candidates);
    if (areBlind(candidates)) {
      return lastOf(candidates, must, start, condition);
    }
    History history = history(start, candidates, must, condition);
    return history.isPossible() ? history.provenance(ended) : null;
  }

  private static List<Update> knownTo(Clock waiter, List<Update> candidates) {
    return candidates.stream().filter(update -> update.isKnownTo(waiter)).toList();
  }

  private static boolean areBlind(List<Update> candidates) {
    return candidates.stream().allMatch(Update::isBlind);
  }

  /**
   * Memory of which nothing is known is most often zero. But a process does not wait for what it
   * has: if zero meets the condition, it was something else, from where all additions were needed.
   */
  private static long likelyStart(Goal condition, List<Update> candidates, @Nullable Long seen) {
    if (!condition.test(0)) {
      return 0;
    }
    if (seen != null && candidates.stream().allMatch(update -> update.op == AtomicOp.SUM)) {
      long start = seen - candidates.stream().mapToLong(update -> update.operand).sum();
      return condition.test(start) ? condition.unmet() : start;
    }
    return condition.unmet();
  }

  private List<Update> issuedBefore(long time) {
    return updates.stream().filter(update -> update.issued < time).toList();
  }

  private History history(long start, List<Update> candidates, List<Update> must, Goal goal) {
    return new History(start, carried, candidates, must, goal, History.Order.IN_EVERY_RUN);
  }

  /** Of overwrites, only the last one counts; any one can be it that need not be overwritten. */
  private @Nullable Provenance lastOf(
      List<Update> overwrites, List<Update> must, long start, Goal condition) {
    List<Provenance> possible = new ArrayList<>();
    if (must.isEmpty() && condition.test(start)) {
      if (carried == null) {
        return null;
      }
      possible.add(carried);
    }
    for (Update last : overwrites) {
      if (condition.test(last.after(start)) && must.stream().noneMatch(last::happensBefore)) {
        possible.add(last.provenance);
      }
    }
    return possible.isEmpty() ? null : Provenance.meet(possible);
  }

  /** Makes what the process knows, and what comes before all else, part of the value. */
  private void absorb(Clock waiter) {
    List<Update> past = pastOf(waiter);
    if (areBlind(past)) {
      past.stream()
          .filter(last -> past.stream().allMatch(u -> u == last || u.happensBefore(last)))
          .findAny()
          .ifPresent(last -> become(last.after(value), last.provenance, past));
      return;
    }
    History history = history(known ? value : 0, past, past, ANYTHING);
    if (history.isPossible() && history.hasOneValue()) {
      become(history.value(), history.provenance(Long.MAX_VALUE), past);
    }
  }

  /** What the process knows of, without what may have come after something it does not know of. */
  private List<Update> pastOf(Clock waiter) {
    List<Update> past = new ArrayList<>();
    List<Update> rest = new ArrayList<>();
    updates.forEach(update -> (update.isKnownTo(waiter) ? past : rest).add(update));
    for (int i = 0; i < rest.size(); i++) {
      Update other = rest.get(i);
      List<Update> later =
          past.stream().filter(u -> !u.commutesWith(other) && !u.happensBefore(other)).toList();
      past.removeAll(later);
      rest.addAll(later);
    }
    return past;
  }

  private void become(long newValue, @Nullable Provenance newCarried, List<Update> past) {
    known = true;
    value = newValue;
    carried = newCarried;
    updates.removeAll(new HashSet<>(past));
  }
}
