package fencepost.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is kept of a strand's synchronisations, for a picture of the run. */
class TimelineTest {
  private final Timeline timeline = new Timeline(3, 0, 5);

  @Test
  void aLongRunIsKeptInFewMarksUpToItsEnd() {
    for (int i = 1; i <= 100_000; i++) {
      timeline.mark("MPI_Barrier", 10L * i, 2L * i);
    }
    assertThat(timeline.marks()).hasSizeBetween(256, 512);
    assertThat(timeline.marks().get(0).time()).isLessThan(5_000);
    assertThat(timeline.marks().get(timeline.marks().size() - 1).time()).isGreaterThan(990_000);
    assertThat(timeline.marks()).isSortedAccordingTo((a, b) -> Long.compare(a.time(), b.time()));
  }

  @Test
  void aMomentIsBetweenTheMarksAroundIt() {
    timeline.mark("MPI_Init", 0, 1);
    assertThat(timeline.timeOf(1)).as("a call without a time").isEqualTo(-1);
    timeline.mark("MPI_Win_fence", 1_000, 10);
    timeline.mark("MPI_Win_fence", 2_000, 20);
    assertThat(timeline.timeOf(5)).isEqualTo(1_000);
    assertThat(timeline.timeOf(15)).isEqualTo(1_500);
    assertThat(timeline.timeOf(25)).isEqualTo(2_000);
  }
}
