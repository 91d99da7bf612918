package fencepost.frontend.atomic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for every history of a cell that ends with the value that was read. Sets of updates are bit
 * masks over the candidates. Which update must come before which is said by the {@link Order}.
 */
final class History {
  private static final int MOST_SEARCHED = 62;
  private static final int MOST_STEPS = 20_000;
  private static final int MOST_OUTCOMES = 256;
  private static final int FEW = 10;
  private static final int NOT_WORTH_REMEMBERING = 3;
  private static final long[] NONE = {};

  private final long start;
  private final Goal goal;
  private final Order order;

  /** What every history begins with. */
  private final Overwrite.Prefix prefix;

  private final List<Update> candidates;
  private final List<Update> must;
  private final long mustMask;
  private final boolean counter;

  // What a search needs; most cells are found as they were left, and nothing is searched.
  private Set<State> explored = Set.of();
  private List<Outcome> outcomes = List.of();
  private int steps;

  /** The values that the history at hand has passed through, one behind the other. */
  private long[] values = NONE;

  private int depth;

  /** For each candidate, those that must be before it, and those that who sees it has seen too. */
  private long[] before = NONE;

  private long[] alsoSeen = NONE;

  private boolean found;
  private boolean tooMany;
  private boolean unique = true;
  private boolean oneValue = true;
  private long appliedMask;
  private long visibleInAll = -1;
  private boolean carriedInAll = true;
  private long last;
  private @Nullable List<Update> sum;
  private @Nullable GrownCounter grown;
  private @Nullable Overwrite overwrite;

  /** Which of two updates must take effect first. */
  interface Order {
    /** What happened in this run. */
    Order IN_THIS_RUN = Update::precedes;

    /** What happens in every run in which the same was known to those who made the updates. */
    Order IN_EVERY_RUN = Update::happensBefore;

    boolean isBefore(Update first, Update second);
  }

  /** A point that a history can reach. */
  private record State(long now, long done, long visible, boolean carries) {}

  /** What can be seen at the end of a history: updates, and perhaps what the cell carried. */
  private record Outcome(long visible, boolean carries) {}

  /**
   * Looks for histories.
   *
   * @param start the value before all candidates
   * @param carried what that value carried
   * @param must those of the candidates that have certainly taken effect
   */
  History(
      long start,
      @Nullable Provenance carried,
      List<Update> candidates,
      List<Update> must,
      Goal goal,
      Order order) {
    this.start = start;
    this.order = order;
    this.goal = goal;
    this.prefix = Overwrite.prefix(start, carried, candidates, must, order);
    this.candidates = prefix.without(candidates);
    this.must = prefix.without(must);
    if (this.candidates.isEmpty()) {
      this.mustMask = 0;
      this.counter = false;
      this.found = goal.test(prefix.value());
      this.last = prefix.value();
      this.visibleInAll = 0;
      return;
    }
    boolean all = this.must.size() == this.candidates.size();
    this.mustMask = all ? mask(u -> true) : mask(this.must::contains);
    this.counter = isCounter(this.candidates);
    if (counter && goal.grows()) {
      this.grown = new GrownCounter(prefix.value(), this.candidates, this.must, goal);
      this.found = grown.isPossible();
    } else if (Overwrite.areAll(this.candidates)) {
      this.overwrite = new Overwrite(prefix.value(), this.candidates, this.must, goal, order);
      this.found = overwrite.isPossible();
    } else if (!counter || !addsUp(prefix.value())) {
      search();
    }
  }

  private void search() {
    int most = counter ? must.size() + FEW : MOST_SEARCHED;
    if (candidates.size() <= Math.min(most, MOST_SEARCHED)) {
      prepare();
      explore(prefix.value(), 0, 0, true);
      tooMany = steps >= MOST_STEPS;
    } else {
      tooMany = true;
    }
    found &= !tooMany;
  }

  /** Whether the updates only make the value larger. */
  static boolean isCounter(List<Update> updates) {
    for (Update update : updates) {
      if (!update.isIncrement()) {
        return false;
      }
    }
    return true;
  }

  boolean isPossible() {
    return found;
  }

  /** Whether nothing was found because there are too many histories to look at. */
  boolean gaveUp() {
    return tooMany;
  }

  /** The value before all candidates. */
  long start() {
    return start;
  }

  /** Whether the value cannot be explained, now or later; a counter will be, when more is known. */
  boolean isLost() {
    return !found && !(tooMany && counter);
  }

  /** The updates that have taken effect; null if histories differ. */
  @Nullable List<Update> applied() {
    if (!found) {
      return isLost() ? List.of() : null;
    }
    if (grown != null) {
      return null;
    }
    List<Update> behind = unique ? list(appliedMask | mustMask) : null;
    if (overwrite != null) {
      behind = overwrite.applied();
    } else if (sum != null) {
      behind = sum;
    }
    return behind == null ? null : prefix.followedBy(behind);
  }

  /** The value at the end, if there is only one history. */
  long value() {
    return overwrite == null ? last : overwrite.value();
  }

  /** Whether all histories end with the same value. */
  boolean hasOneValue() {
    return overwrite == null ? oneValue : overwrite.hasOneValue();
  }

  /** What the reader knows in every history; null if nothing. The read ended at the time. */
  @Nullable Provenance provenance(long ended) {
    if (!found) {
      return withoutValues(ended);
    }
    if (sum != null) {
      return seen(sum, true, ended);
    } else if (grown != null) {
      return grown.provenance(prefix.carried(ended), ended);
    } else if (overwrite != null) {
      return overwrite.provenance(prefix, ended);
    }
    Provenance certain = seen(list(visibleInAll), carriedInAll, ended);
    if (outcomes.size() <= 1 || outcomes.size() > MOST_OUTCOMES) {
      return certain;
    }
    List<Provenance> each = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Provenance provenance = seen(list(outcome.visible), outcome.carries, Long.MAX_VALUE);
      if (provenance == null) {
        return null;
      }
      each.add(provenance);
    }
    return Provenance.meet(each);
  }

  /** What is known though the value is not explained: what nobody has overwritten is handed on. */
  private @Nullable Provenance withoutValues(long ended) {
    return candidates.stream().anyMatch(Update::isBlind) ? null : seen(must, true, ended);
  }

  private @Nullable Provenance seen(List<Update> updates, boolean carries, long ended) {
    Provenance first = carries ? prefix.carried(ended) : null;
    if (updates.isEmpty()) {
      return first;
    }
    List<Provenance> parts = new ArrayList<>(updates.size() + 1);
    if (first != null) {
      parts.add(first);
    }
    for (Update update : prefix.toldBy(updates)) {
      update.completedAt(ended);
      parts.add(update.provenance);
    }
    return Provenance.join(parts);
  }

  private List<Update> list(long mask) {
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<Update> updates = new ArrayList<>();
    for (int i = 0; i < Math.min(candidates.size(), Long.SIZE); i++) {
      if ((mask >> i & 1) != 0) {
        updates.add(candidates.get(i));
      }
    }
    return updates;
  }

  private long mask(Predicate<Update> condition) {
    long mask = 0;
    for (int i = 0; i < Math.min(candidates.size(), MOST_SEARCHED); i++) {
      mask |= condition.test(candidates.get(i)) ? 1L << i : 0;
    }
    return mask;
  }

  // ---- counters, which may be too large to be searched ----

  /**
   * A counter that only grows: if all of its updates, or only those that must be there, add up to
   * what was seen, no other set does.
   */
  private boolean addsUp(long from) {
    if (goal.test(from + sumOf(candidates))) {
      sum = candidates;
    } else if (goal.test(from + sumOf(must))) {
      sum = must;
    }
    found = sum != null;
    last = from + (sum == null ? 0 : sumOf(sum));
    return found;
  }

  private static long sumOf(List<Update> updates) {
    long sum = 0;
    for (Update update : updates) {
      sum += update.operand;
    }
    return sum;
  }

  // ---- all others ----

  private void prepare() {
    int count = candidates.size();
    values = new long[count + 1];
    before = new long[count];
    alsoSeen = new long[count];
    outcomes = new ArrayList<>(1);
    if (count > NOT_WORTH_REMEMBERING) {
      explored = new HashSet<>();
    }
    for (int i = 0; i < count; i++) {
      Update update = candidates.get(i);
      for (int j = 0; j < count; j++) {
        Update other = candidates.get(j);
        before[i] |= order.isBefore(other, update) ? 1L << j : 0;
        // Who has seen an update is also ordered after what its issuer updated before.
        alsoSeen[i] |= j == i || other.isEarlierOfSame(update) ? 1L << j : 0;
      }
    }
  }

  /**
   * A history has applied some updates; some are visible in the value, and perhaps what it carried.
   * Only updates that change the value are steps of a history: one that does not, for example a
   * swap that fails, may stand wherever it finds such a value.
   */
  private void explore(long now, long done, long visible, boolean carries) {
    if (steps >= MOST_STEPS || wasExplored(now, done, visible, carries)) {
      return;
    }
    steps++;
    values[depth++] = now;
    if (goal.test(now) && allPlaced(mustMask, done)) {
      accept(now, done, visible, carries);
    }
    for (int i = 0; i < candidates.size(); i++) {
      long bit = 1L << i;
      Update next = candidates.get(i);
      if ((done & bit) == 0
          && next.mayFollow(now)
          && next.changes(now)
          && allPlaced(before[i], done)) {
        boolean blind = next.isBlind();
        long seen = blind ? alsoSeen[i] : visible | alsoSeen[i];
        explore(next.after(now), done | bit, seen, carries && !blind);
      }
    }
    depth--;
  }

  private boolean wasExplored(long now, long done, long visible, boolean carries) {
    return candidates.size() > NOT_WORTH_REMEMBERING
        && !explored.add(new State(now, done, visible, carries));
  }

  /** Whether each of the updates is a step of the history, or had no effect somewhere in it. */
  private boolean allPlaced(long updates, long done) {
    for (long left = updates & ~done; left != 0; left &= left - 1) {
      Update update = candidates.get(Long.numberOfTrailingZeros(left));
      if (!hasNoEffectSomewhere(update)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasNoEffectSomewhere(Update update) {
    for (int i = 0; i < depth; i++) {
      long value = values[i];
      if (update.mayFollow(value) && !update.changes(value)) {
        return true;
      }
    }
    return false;
  }

  private void accept(long now, long done, long visible, boolean carries) {
    unique &= !found || done == appliedMask;
    oneValue &= !found || now == last;
    last = now;
    found = true;
    appliedMask = done;
    visibleInAll &= visible;
    carriedInAll &= carries;
    Outcome outcome = new Outcome(visible, carries);
    if (outcomes.size() <= MOST_OUTCOMES && !outcomes.contains(outcome)) {
      outcomes.add(outcome);
    }
  }
}
