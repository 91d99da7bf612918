package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Signal;
import fencepost.model.Effect;
import fencepost.model.Region;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The engine remembers only what something may still race with, and forgets nothing else. */
class ForgettingTest {
  private static final int LONG = 20_000;
  private static final int RANKS = 4;
  private static final int PUT = 1;
  private static final int LOAD = 2;
  private static final int STORE = 3;
  private static final int EARLY_LOAD = 4;
  private static final Region ELSEWHERE = Region.of(1L << 40, 8);

  private final BulkSynchronous ranks = new BulkSynchronous(RANKS);

  @Test
  void aLongExecutionOnTheSameMemoryIsRememberedInLittle() {
    for (int i = 0; i < LONG; i++) {
      iterate(ranks, Region.of(0, 8));
      assertThat(ranks.detector.remembered()).isLessThanOrEqualTo(3 * RANKS);
    }
    assertThat(ranks.races()).isEmpty();
  }

  @Test
  void aLongExecutionOnEverNewMemoryIsRememberedInLittle() {
    for (int i = 0; i < LONG; i++) {
      iterate(ranks, Region.of(8L * i, 8));
      assertThat(ranks.detector.remembered()).isLessThanOrEqualTo(2048);
    }
    assertThat(ranks.races()).isEmpty();
  }

  @Test
  void aPassiveTargetThatNeverSynchronisesCostsNothing() {
    Signal last = ranks.detector.signal(ranks.rank(0));
    for (int i = 0; i < LONG; i++) {
      int origin = i % 2;
      ranks.detector.await(ranks.rank(origin), last);
      ranks.put(PUT, origin, 3, Region.of(0, 8));
      last = ranks.detector.signal(ranks.rank(origin));
    }
    assertThat(ranks.detector.remembered()).isLessThanOrEqualTo(RANKS);
    assertThat(ranks.races()).isEmpty();
  }

  @Test
  void racesOfEveryIterationAreFoundAsInTheFirstOnes() {
    assertThat(racyIterations(LONG))
        .isEqualTo(racyIterations(3))
        .containsExactlyInAnyOrder(
            SitePair.of(PUT, EARLY_LOAD),
            SitePair.of(PUT, PUT),
            SitePair.of(PUT, LOAD),
            SitePair.of(PUT, STORE));
  }

  /**
   * Every iteration of which has races with sites of its own: as many races as iterations, however
   * many were forgotten.
   */
  @Test
  void noIterationLosesItsRace() {
    for (int i = 0; i < LONG; i++) {
      ranks.put(2 * i, 0, 1, Region.of(8L * i, 8));
      ranks.load(2 * i + 1, ranks.rank(1), Region.of(8L * i, 8));
      ranks.barrier();
    }
    assertThat(ranks.races()).hasSize(LONG);
  }

  @Test
  void aPutThatIsNeverCompletedIsNeverForgotten() {
    ranks.openPut(PUT, 0, 1, ELSEWHERE);
    manyIterations();
    ranks.load(LOAD, ranks.rank(1), ELSEWHERE);
    assertThat(ranks.races()).containsExactly(SitePair.of(PUT, LOAD));
  }

  @Test
  void aPutThatIsCompletedLateIsForgottenOnlyThen() {
    Effect put = ranks.openPut(PUT, 0, 1, ELSEWHERE);
    manyIterations();
    ranks.detector.complete(ranks.rank(0), put);
    ranks.load(LOAD, ranks.rank(1), ELSEWHERE);
    ranks.barrier();
    ranks.load(EARLY_LOAD, ranks.rank(1), ELSEWHERE);
    assertThat(ranks.races()).containsExactly(SitePair.of(PUT, LOAD));
  }

  @Test
  void aStrandThatKeepsSilentForLongStillFindsItsRaces() {
    Strand silent = ranks.detector.strand(1);
    ranks.put(PUT, 0, 1, ELSEWHERE);
    manyIterations();
    ranks.load(LOAD, silent, ELSEWHERE);
    assertThat(ranks.races()).contains(SitePair.of(PUT, LOAD));
  }

  @Test
  void anEffectThatWaitsLongForItsGrantStillFindsItsRaces() {
    Signal early = ranks.detector.signal(ranks.rank(1));
    Grant grant = new Grant();
    ranks.openPut(PUT, 0, 1, ELSEWHERE, grant);
    ranks.store(STORE, ranks.rank(1), ELSEWHERE);
    manyIterations();
    ranks.detector.open(grant, early);
    assertThat(ranks.races()).containsExactly(SitePair.of(PUT, STORE));
  }

  private void manyIterations() {
    for (int i = 0; i < 2_000; i++) {
      iterate(ranks, Region.of(8L * i, 8));
    }
  }

  private static Set<SitePair> racyIterations(int iterations) {
    BulkSynchronous ranks = new BulkSynchronous(RANKS);
    for (int i = 0; i < iterations; i++) {
      Region cell = Region.of(8L * i, 8);
      ranks.load(EARLY_LOAD, ranks.rank(2), cell);
      Effect open = ranks.openPut(PUT, 0, 1, cell);
      iterate(ranks, cell);
      ranks.detector.complete(ranks.rank(0), open);
      ranks.barrier();
    }
    return ranks.races();
  }

  /** Everyone puts to its right neighbour, who loads what came, and then stores over it. */
  private static void iterate(BulkSynchronous ranks, Region cell) {
    for (int rank = 0; rank < ranks.size(); rank++) {
      ranks.put(PUT, rank, (rank + 1) % ranks.size(), cell);
    }
    ranks.barrier();
    for (int rank = 0; rank < ranks.size(); rank++) {
      ranks.load(LOAD, ranks.rank(rank), cell);
      ranks.store(STORE, ranks.rank(rank), cell);
    }
    ranks.barrier();
  }
}
