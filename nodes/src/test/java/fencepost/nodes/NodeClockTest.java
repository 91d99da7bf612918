package fencepost.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What the clock says of its error holds, however long the ways of the pings are. */
class NodeClockTest {
  private static final long STEP = 50_000_000;

  @Property
  void theErrorIsNeverLargerThanItsBound(
      @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long ahead,
      @ForAll @IntRange(min = -100, max = 100) int drift,
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 5_000_000) Integer> ways,
      @ForAll @Size(min = 40, max = 40) List<@IntRange(max = 5_000_000) Integer> waysBack) {
    NodeClock clock = new NodeClock();
    long now = 0;
    for (int i = 0; i < ways.size(); i++) {
      long sent = now;
      long answered = sent + ways.get(i);
      long received = answered + waysBack.get(i);
      clock.pong(sent, analysers(answered, ahead, drift), received);
      long applied = i == 0 ? clock.apply() : clock.adjust();
      now = Math.max(received, sent + STEP);
      long error = Math.abs(now + applied - analysers(now, ahead, drift));
      assertThat(error).isLessThanOrEqualTo(clock.bound(now) + 3); // rounding
    }
  }

  private static long analysers(long time, long ahead, int drift) {
    return time + ahead + time * drift / 1_000_000;
  }
}
