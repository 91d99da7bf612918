package fencepost.clocks;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What all of a number of moments know. Moments after the same barrier share one array of
 * knowledge; added one after the other, they cost no more than one of them.
 */
public final class CommonKnowledge implements Clock {
  private final long[] least;
  private long @Nullable [] last;
  private int lastSelf;

  /** Of no moments yet, about so many strands. */
  public CommonKnowledge(int strands) {
    least = new long[strands];
    Arrays.fill(least, Long.MAX_VALUE);
  }

  public void add(StrandClock clock) {
    clock.addTo(this);
  }

  public void add(Signal signal) {
    signal.addTo(this);
  }

  /** A moment of a strand that knows its own time, and of all others what the array says. */
  void add(long[] known, int self, long time) {
    if (known == last) {
      lower(lastSelf, known); // of all others, this is known already
    } else {
      for (int strand = 0; strand < least.length; strand++) {
        if (strand != self) {
          lower(strand, known);
        }
      }
    }
    if (self >= 0) {
      least[self] = Math.min(least[self], time);
    }
    last = known;
    lastSelf = self;
  }

  private void lower(int strand, long[] known) {
    if (strand >= 0) {
      least[strand] = Math.min(least[strand], strand < known.length ? known[strand] : 0);
    }
  }

  /** How many strands it is about. */
  public int strands() {
    return least.length;
  }

  public boolean isSameAs(CommonKnowledge other) {
    return Arrays.equals(least, other.least);
  }

  @Override
  public long timeOf(int strand) {
    return least[strand];
  }
}
