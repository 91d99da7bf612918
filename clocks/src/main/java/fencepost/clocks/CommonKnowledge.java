package fencepost.clocks;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all of a number of moments know. Moments after the same barrier share what they know; added
 * one after the other, they cost no more than what they differ in.
 */
public final class CommonKnowledge implements Clock {
  private final transient List<Times> moments = new ArrayList<>();
  private transient volatile @Nullable Times least;

  /** Of a moment, what is certain. */
  public void add(StrandClock clock) {
    moments.add(clock.certainly());
  }

  /** Of a moment, what is certain. */
  public void add(Signal signal) {
    moments.add(signal.certain().all());
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
      known = Times.meet(moments);
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
