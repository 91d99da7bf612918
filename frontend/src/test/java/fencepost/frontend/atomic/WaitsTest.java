package fencepost.frontend.atomic;

import static fencepost.frontend.atomic.WaitingRun.atLeast;
import static fencepost.frontend.atomic.WaitingRun.equal;
import static org.assertj.core.api.Assertions.assertThat;

import fencepost.frontend.atomic.WaitingRun.Issued;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a wait proves, and what it does not. Strand 0 waits, the others update. */
class WaitsTest {
  private final WaitingRun run = new WaitingRun(4);

  /** The strands whose update the waiting one is ordered after. */
  private static List<Integer> after(@Nullable Provenance order) {
    List<Integer> strands = new ArrayList<>();
    for (int i = 0; order != null && i < 4; i++) {
      if (order.signal().timeOf(i) > 0) {
        strands.add(i);
      }
    }
    return strands;
  }

  @Test
  void whatWasThereInTimeButNotNeededProvesNothing() {
    run.quiet(1, run.add(1, 1));
    run.quiet(2, run.add(2, 1));
    assertThat(after(run.await(atLeast(1)))).isEmpty();
  }

  @Test
  void anUpdateThatTheConditionNeededIsBeforeTheWait() {
    run.add(1, 1);
    run.add(2, 1);
    assertThat(after(run.await(atLeast(2)))).containsExactly(1, 2);
    assertThat(after(run.await(equal(2)))).containsExactly(1, 2);
  }

  @Test
  void whatTheWaitingOneKnowsOfIsNotTakenForWhatItWaitsFor() {
    Issued first = run.add(1, 1);
    run.quiet(1, first);
    run.message(1, 0);
    run.add(2, 1);
    assertThat(after(run.await(atLeast(2)))).contains(2);
  }

  @Test
  void whatSomebodyElseWasGivenTellsTheWaitingOneNothing() {
    run.quiet(1, run.add(1, 1));
    run.quiet(2, run.add(2, 1));
    run.fetched(2);
    assertThat(after(run.await(atLeast(1)))).isEmpty();
  }

  @Test
  void twoWhoSetTheSameFlagAreNobodyInParticular() {
    run.quiet(1, run.set(1, 1));
    run.quiet(2, run.set(2, 1));
    assertThat(after(run.await(equal(1)))).isEmpty();
  }

  @Test
  void ofTwoWhoSetTheSameFlagOneAfterTheOtherTheFirstIsCertain() {
    run.quiet(1, run.set(1, 1));
    run.message(1, 2);
    run.quiet(2, run.set(2, 1));
    assertThat(after(run.await(equal(1)))).containsExactly(1);
  }

  @Test
  void aFlagThatTheWaitingOneKnowsToBeOverwrittenIsOutOfDate() {
    run.quiet(1, run.set(1, 1));
    run.message(1, 2);
    run.quiet(2, run.set(2, 0));
    run.message(2, 3);
    run.message(2, 0);
    run.set(3, 1);
    assertThat(after(run.await(equal(1)))).contains(3);
  }

  @Test
  void theInitialValueMayMeetTheCondition() {
    run.cell.had(5, 1);
    run.set(1, 7);
    assertThat(after(run.await(atLeast(5)))).isEmpty();
  }

  @Test
  void anInitialValueThatEqualsWhatIsSetOrdersNothing() {
    run.cell.had(5, 1);
    run.set(1, 5);
    assertThat(after(run.await(equal(5)))).isEmpty();
  }

  @Test
  void soDoesTheZeroOfClearedMemory() {
    WaitingRun cleared = new WaitingRun(3, new Cell(0, true));
    cleared.set(1, 0);
    assertThat(cleared.await(equal(0))).isNull();
  }

  @Test
  void whatWasSeenWhenNothingHadBeenIssuedIsTheInitialValue() {
    run.cell.had(0, 0);
    run.set(1, 0);
    assertThat(after(run.await(equal(0)))).isEmpty();
  }

  @Test
  void aProcessDoesNotWaitForAnInitialValueOfWhichNothingIsKnown() {
    run.set(1, 0);
    run.cell.had(0, 5);
    assertThat(after(run.await(equal(0)))).containsExactly(1);
  }

  @Test
  void aFlagIsUsedManyTimesBySomeoneWhoIsAhead() {
    Issued next = run.setInOrder(1, 1);
    for (int step = 1; step < 500; step++) {
      Issued now = next;
      next = run.setInOrder(1, step + 1);
      Provenance order = run.await(atLeast(step), now);
      assertThat(order).isNotNull();
      assertThat(order.signal().timeOf(1)).isEqualTo(now.update().provenance.signal().timeOf(1));
    }
  }

  @Test
  void aLargeCounterIsWaitedForInOneGo() {
    for (int i = 0; i < 9_000; i++) {
      run.add(1 + i % 3, 1);
    }
    assertThat(after(run.await(atLeast(9_000)))).containsExactly(1, 2, 3);
  }

  @Test
  void aCounterThatIsAheadOfWhoWaitsProvesWhatMustHaveComeFirst() {
    List<Issued> issued = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      issued.add(run.add(1, 1));
      if (i > 0) {
        assertThat(timeOf(1, run.await(atLeast(i)))).isEqualTo(timeOf(issued.get(i - 1)));
      }
    }
  }

  @Test
  void ofALargeCounterThatTwoHaveMadeLargerEachMayHaveBeenBehind() {
    List<Issued> first = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      first.add(run.add(1, 1));
      run.add(2, 1);
    }
    Provenance order = run.await(atLeast(25));
    assertThat(timeOf(1, order)).isEqualTo(timeOf(first.get(4)));
    assertThat(after(run.await(atLeast(20)))).isEmpty();
  }

  @Test
  void whatEachOfThoseKnewWhoMayHaveMadeACounterLargerIsCertain() {
    run.message(3, 1);
    run.message(3, 2);
    for (int i = 0; i < 20; i++) {
      run.add(1, 1);
      run.add(2, 1);
    }
    assertThat(after(run.await(atLeast(1)))).containsExactly(3);
  }

  private static long timeOf(int strand, @Nullable Provenance order) {
    return order == null ? 0 : order.signal().timeOf(strand);
  }

  private static long timeOf(Issued issued) {
    return timeOf(issued.strand(), issued.update().provenance);
  }

  @Test
  void fromAnUnknownValueAllAdditionsWereNeeded() {
    run.quiet(1, run.add(1, 1));
    run.quiet(2, run.add(2, 1));
    Provenance order = run.cell.await(atLeast(0), run.clocks.get(0), 0L, 1000);
    assertThat(after(order)).containsExactly(1, 2);
  }

  @Test
  void whoIsGivenTheValueOfASignalThatTwoHaveSetDoesNotKnowWhoWasLast() {
    run.quiet(1, run.set(1, 1));
    run.quiet(2, run.set(2, 1));
    assertThat(after(run.given(1))).isEmpty();
  }

  @Test
  void aSumThatOneIsGivenProvesAllItsParts() {
    run.quiet(1, run.add(1, 1));
    run.quiet(2, run.add(2, 1));
    assertThat(after(run.given(2))).containsExactly(1, 2);
  }

  @Test
  void whoIsGivenTheInitialValueKnowsNothing() {
    run.add(1, 1);
    assertThat(after(run.given(0))).isEmpty();
  }

  @Test
  void whoIsGivenAnInitialValueAndThenAnotherKnowsWhoChangedIt() {
    assertThat(after(run.given(5))).isEmpty();
    run.quiet(1, run.add(1, 1));
    assertThat(after(run.given(6))).containsExactly(1);
  }

  @Test
  void whoIsGivenALargeCountKnowsWhatCameFirst() {
    List<Issued> issued = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      issued.add(run.addInOrder(1, 1));
    }
    Provenance order = run.given(300);
    assertThat(order).isNotNull();
    assertThat(order.signal().timeOf(1))
        .isEqualTo(issued.get(299).update().provenance.signal().timeOf(1));
  }
}
