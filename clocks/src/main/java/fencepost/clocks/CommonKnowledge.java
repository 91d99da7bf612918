package fencepost.clocks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all of a number of moments know. Moments after the same barrier share what they know; added
 * one after the other, they cost no more than what they differ in.
 */
public final class CommonKnowledge implements Clock {
  private final List<Times> moments = new ArrayList<>();
  private final int strands;
  private @Nullable Times least;

  /** Of no moments yet, about so many strands. */
  public CommonKnowledge(int strands) {
    this.strands = strands;
  }

  /** Of a moment, what is certain. */
  public void add(StrandClock clock) {
    moments.add(clock.certainly());
  }

  /** Of a moment, what is certain. */
  public void add(Signal signal) {
    moments.add(signal.certain().all());
  }

  /** How many strands it is about. */
  public int strands() {
    return strands;
  }

  public boolean isSameAs(CommonKnowledge other) {
    return strands == other.strands && least().areSameAs(other.least());
  }

  @Override
  public long timeOf(int strand) {
    return least().of(strand);
  }

  /** Found out when it is first asked for, by whoever asks. */
  private Times least() {
    Times known = least;
    if (known == null) {
      known = Times.meet(moments);
      least = known;
      moments.clear();
    }
    return known;
  }
}
