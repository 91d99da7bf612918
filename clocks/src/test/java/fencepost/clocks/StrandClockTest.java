package fencepost.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StrandClockTest {
  private final StrandClock a = new StrandClock(0);
  private final StrandClock b = new StrandClock(1);

  @Test
  void aStrandKnowsNothingOfOthersUntilItLearns() {
    assertThat(a.covers(1, b.now())).isFalse();
    a.learn(b.signal());
    assertThat(a.covers(1, 1)).isTrue();
  }

  @Test
  void aSignalCoversWhatWasDoneBeforeItAndNotWhatComesAfter() {
    long before = a.now();
    long completion = a.tick();
    Signal signal = a.signal();
    assertThat(signal.covers(0, before)).isTrue();
    assertThat(signal.covers(0, completion)).isTrue();
    assertThat(signal.covers(0, a.now())).isFalse();
  }

  @Test
  void thePresentCoversWhatIsBeingDone() {
    assertThat(a.present().covers(0, a.now())).isTrue();
  }

  @Test
  void knowledgeIsPassedOn() {
    long then = a.now();
    b.learn(a.signal());
    StrandClock c = new StrandClock(2);
    c.learn(b.signal());
    assertThat(c.covers(0, then)).isTrue();
  }

  @Test
  void whatAStrandHasLearnedSurvivesAnOlderSignalOfItsOwn() {
    Signal old = a.signal();
    long then = b.now();
    a.learn(b.signal());
    a.learn(old);
    assertThat(a.covers(1, then)).isTrue();
  }

  @Test
  void aJoinOfNothingKnowsNothing() {
    assertThat(Signal.join(List.of()).timeOf(0)).isZero();
  }

  @Test
  void theMeetIsWhatAllKnow() {
    StrandClock c = new StrandClock(2);
    Signal shared = c.signal();
    a.learn(shared);
    b.learn(shared);
    c.tick();
    a.learn(c.signal());
    Signal meet = Signal.meet(List.of(a.signal(), b.signal()));
    assertThat(meet.timeOf(2)).isEqualTo(shared.timeOf(2));
    assertThat(meet.timeOf(0)).isZero();
    assertThat(meet.timeOf(1)).isZero();
  }
}
