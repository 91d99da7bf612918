package fencepost.clocks;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * What one moment knew, kept for others to learn from. Immutable. Many signals share one array: a
 * signal is the array of its strand at that moment, with only the strand's own entry moved on.
 */
public final class Signal implements Clock {
  private static final int NOBODY = -1;

  /** Knows the time of the strand itself, too, from the first question for it on. */
  private volatile long[] known;

  private final int self;
  private final long time;

  Signal(long[] known, int self, long time) {
    this.known = known;
    this.self = self;
    this.time = time;
  }

  @Override
  public long timeOf(int strand) {
    if (strand == self) {
      return time;
    }
    long[] others = known;
    return strand < others.length ? others[strand] : 0;
  }

  /** What all of the signals know together; members of a barrier share the result. */
  public static Signal join(Collection<Signal> signals) {
    int length = 0;
    for (Signal signal : signals) {
      length = Math.max(length, signal.length());
    }
    long[] joined = new long[length];
    long[] last = joined;
    for (Signal signal : signals) {
      if (signal.known != last) { // else only its own time is new
        signal.addOthersTo(joined);
        last = signal.known;
      }
      signal.addOwnTo(joined);
    }
    return new Signal(joined, NOBODY, 0);
  }

  /** What every one of the signals knows, at least one of them given. */
  public static Signal meet(Collection<Signal> signals) {
    int length = signals.stream().mapToInt(Signal::length).min().orElse(0);
    long[] common = new long[length];
    for (int i = 0; i < length; i++) {
      int strand = i;
      common[i] = signals.stream().mapToLong(s -> s.timeOf(strand)).min().orElse(0);
    }
    return new Signal(common, NOBODY, 0);
  }

  /**
   * What everyone knows who has heard enough of the signals, whichever they were: of each strand,
   * what the signals that know less of it are not enough without.
   *
   * @param weights how much each of them counts, more than nothing
   * @param enough whether they are, by the sum of their weights
   */
  public static Signal commonToAny(List<Signal> signals, List<Long> weights, LongPredicate enough) {
    int length = signals.stream().mapToInt(Signal::length).max().orElse(0);
    long[] common = new long[enough.test(0) ? 0 : length];
    Integer[] order = IntStream.range(0, signals.size()).boxed().toArray(Integer[]::new);
    for (int i = 0; i < common.length; i++) {
      int strand = i;
      Arrays.sort(order, Comparator.comparingLong(n -> signals.get(n).timeOf(strand)));
      long sum = 0;
      for (int n = 0; n < order.length && !enough.test(sum); n++) {
        common[i] = signals.get(order[n]).timeOf(strand);
        sum += weights.get(order[n]);
      }
    }
    return new Signal(common, NOBODY, 0);
  }

  /** Whether the clock knows all that the signal knows. */
  public boolean isKnownTo(Clock clock) {
    if (self != NOBODY) {
      return clock.covers(self, time);
    }
    long[] all = known;
    for (int strand = 0; strand < all.length; strand++) {
      if (!clock.covers(strand, all[strand])) {
        return false;
      }
    }
    return true;
  }

  /** The knowledge as one array, to be shared and never written. */
  long[] flat() {
    long[] shared = known;
    if (self == NOBODY || (self < shared.length && shared[self] == time)) {
      return shared;
    }
    long[] flat = Arrays.copyOf(shared, length());
    flat[self] = time;
    known = flat;
    return flat;
  }

  void addTo(long[] sum) {
    addOthersTo(sum);
    addOwnTo(sum);
  }

  private void addOthersTo(long[] sum) {
    long[] others = known;
    for (int i = 0; i < others.length; i++) {
      sum[i] = Math.max(sum[i], others[i]);
    }
  }

  private void addOwnTo(long[] sum) {
    if (self != NOBODY) {
      sum[self] = Math.max(sum[self], time);
    }
  }

  void addTo(CommonKnowledge common) {
    common.add(known, self, time);
  }

  int length() {
    return Math.max(known.length, self + 1);
  }
}
