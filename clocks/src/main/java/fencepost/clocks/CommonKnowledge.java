package fencepost.clocks;

import java.io.Serial;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all of a number of moments know. Moments after the same barrier share what they know; added
 * one after the other, they cost no more than what they differ in.
 */
public final class CommonKnowledge implements Clock {
  /** In the place of moments of several strands. */
  private static final Signal SEVERAL = new Signal(Times.NONE, null);

  /**
   * What moments know of others, and whose they are. Of several strands that share it, each knows
   * more of itself, but the others do not: what they know together is what they share. Of one
   * strand it is what its earliest moment knows.
   */
  private final transient IdentityHashMap<Times, Signal> moments = new IdentityHashMap<>();

  private transient volatile @Nullable Times least;

  /** Of a moment, what is certain. */
  public void add(StrandClock clock) {
    addCertain(clock.certainly());
  }

  /** Of a moment, what is certain. */
  public void add(Signal signal) {
    addCertain(signal.certain());
  }

  private void addCertain(Signal moment) {
    moments.merge(moment.ofOthers(), moment, CommonKnowledge::together);
  }

  private static Signal together(Signal one, Signal other) {
    if (one.strand() != other.strand()) {
      return SEVERAL;
    }
    return one.timeOf(one.strand()) <= other.timeOf(one.strand()) ? one : other;
  }

  @Override
  public long timeOf(int strand) {
    return least().of(strand);
  }

  /** Found out when it is first asked for, by whoever asks. */
  private Times least() {
    Times known = least;
    return known == null ? findLeast() : known;
  }

  private synchronized Times findLeast() {
    Times known = least;
    if (known == null) {
      List<Times> all = new ArrayList<>();
      moments.forEach((shared, of) -> all.add(of == SEVERAL ? shared : of.all()));
      known = Times.meet(all);
      least = known;
      moments.clear();
    }
    return known;
  }

  /** What is sent elsewhere is the result. */
  @Serial
  private Object writeReplace() {
    return new Signal(least(), null);
  }
}
