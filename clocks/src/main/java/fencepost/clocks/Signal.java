package fencepost.clocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What one moment knew, kept for others to learn from. Immutable. A signal shares the times of its
 * strand at that moment, with only the strand's own time moved on.
 */
public final class Signal implements Clock {
  private static final int NOBODY = -1;

  /** Knows the time of the strand itself, too, from the first time that somebody learns it on. */
  private volatile Times known;

  private final int self;
  private final long time;

  /** What of it is certain; null if all of it is. */
  private final @Nullable Signal certain;

  /** What its strand has heard last; wanted only where it is learned from. */
  private final transient @Nullable Lesson lesson;

  /**
   * A strand has heard something of others that was new to it.
   *
   * @param time of the strand, when it heard it
   * @param before when it had heard something the last time before
   * @param teacher whose moment it heard of; less than 0 if that was of several
   * @param taught that moment
   */
  record Lesson(long time, long before, int teacher, long taught) {}

  Signal(Times known, int self, long time, @Nullable Signal certain, @Nullable Lesson lesson) {
    this.known = known;
    this.self = self;
    this.time = time;
    this.certain = certain;
    this.lesson = lesson;
  }

  Signal(Times known, @Nullable Signal certain) {
    this(known, NOBODY, 0, certain, null);
  }

  /** The same, but nothing of it is certain. */
  public Signal byLuck() {
    return new Signal(known, self, time, new Signal(Times.NONE, null), lesson);
  }

  /** Whose moment it is; less than 0 if it is that of several. */
  public int strand() {
    return self;
  }

  @Override
  public Signal certain() {
    return certain == null ? this : certain;
  }

  /** The same done with what is certain of them; null if all of it is. */
  private static @Nullable Signal ofCertain(
      Collection<Signal> signals, Function<List<Signal>, Signal> combined) {
    return areCertain(signals)
        ? null
        : combined.apply(signals.stream().map(Signal::certain).toList());
  }

  private static boolean areCertain(Collection<Signal> signals) {
    for (Signal signal : signals) {
      if (signal.certain != null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long timeOf(int strand) {
    return strand == self ? time : known.of(strand);
  }

  /** What all of the signals know together; members of a barrier share the result. */
  public static Signal join(Collection<Signal> signals) {
    if (signals.size() == 1) {
      return signals.iterator().next();
    }
    Signal[] all = signals.toArray(Signal[]::new);
    Arrays.sort(all, Comparator.comparingInt(signal -> signal.self));
    List<Times> known = new ArrayList<>(all.length);
    int nobody = 0;
    for (Signal signal : all) {
      known.add(signal.known);
      nobody += signal.self == NOBODY ? 1 : 0;
    }
    int[] strands = new int[all.length - nobody];
    long[] times = new long[strands.length];
    for (int i = 0; i < strands.length; i++) {
      strands[i] = all[nobody + i].self;
      times[i] = all[nobody + i].time;
    }
    return new Signal(Times.join(known).withAll(strands, times), ofCertain(signals, Signal::join));
  }

  /** What every one of the signals knows, at least one of them given. */
  public static Signal meet(Collection<Signal> signals) {
    return new Signal(
        Times.meet(signals.stream().map(Signal::all).toList()), ofCertain(signals, Signal::meet));
  }

  /**
   * What everyone knows who has heard enough of the signals, whichever they were: of each strand,
   * what the signals that know less of it are not enough without.
   *
   * @param weights how much each of them counts, more than nothing
   * @param enough whether they are, by the sum of their weights
   */
  public static Signal commonToAny(List<Signal> signals, List<Long> weights, LongPredicate enough) {
    if (enough.test(0)) {
      return new Signal(Times.NONE, null);
    }
    Integer[] order = IntStream.range(0, signals.size()).boxed().toArray(Integer[]::new);
    return new Signal(
        Times.choose(
            signals.stream().map(Signal::all).toList(),
            times -> {
              Arrays.sort(order, Comparator.comparingLong(n -> times[n]));
              long common = 0;
              long sum = 0;
              for (int n = 0; n < order.length && !enough.test(sum); n++) {
                common = times[order[n]];
                sum += weights.get(order[n]);
              }
              return common;
            }),
        ofCertain(signals, certain -> commonToAny(certain, weights, enough)));
  }

  /** Whether the clock knows all that the signal knows. */
  public boolean isKnownTo(Clock clock) {
    Clock sure = clock.certain();
    return (sure == clock || certain().isPartOf(sure)) && isPartOf(clock);
  }

  @Override
  public boolean isSurelyKnownTo(Clock clock) {
    return self != NOBODY && certain == null && clock.covers(self, time);
  }

  private boolean isPartOf(Clock clock) {
    if (self != NOBODY) {
      return clock.covers(self, time);
    }
    if (clock instanceof StrandClock strand) {
      return strand.knows(known);
    }
    if (clock instanceof Signal signal) {
      return signal.knows(known);
    }
    return known.whileEach(clock::covers);
  }

  /**
   * Whether its own time is all that may be new to the clock: who has heard of a strand knows all
   * that the strand knew then, and may have taught it the rest. That is so between a process and
   * each of those that it alone talks to, who may be thousands; what they know would differ in all
   * of the others.
   */
  boolean isOnlyItselfTo(Clock clock) {
    if (lesson == null) {
      return false;
    }
    long heard = clock.timeOf(self);
    return heard >= lesson.time
        || (heard >= lesson.before
            && lesson.teacher != NOBODY
            && clock.covers(lesson.teacher, lesson.taught));
  }

  /** What was learned of it at that time by a strand that had learned something before. */
  Lesson learnedAt(long moment, long before) {
    return new Lesson(moment, before, self, time);
  }

  /** Whether it knows of all these times. */
  private boolean knows(Times times) {
    return (self == NOBODY || times.of(self) <= time) && known.coverAllBut(self, times);
  }

  /** What is known, perhaps without the time of the strand itself. */
  Times ofOthers() {
    return known;
  }

  /** All that is known, to be shared. */
  Times all() {
    Times shared = known;
    if (self == NOBODY || shared.of(self) == time) {
      return shared;
    }
    Times all = shared.with(self, time);
    known = all;
    return all;
  }
}
