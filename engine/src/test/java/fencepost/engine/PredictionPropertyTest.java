package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.Effect;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What is predicted from one run of a random small program, against all runs of that program. More
 * programs with {@code -Dfencepost.predictions=N}.
 */
class PredictionPropertyTest {
  private static final int PROGRAMS = Integer.getInteger("fencepost.predictions", 3_000);

  private static final class Found implements RaceListener {
    final Set<SitePair> seen = new HashSet<>();
    final Set<SitePair> predicted = new HashSet<>();
    final Set<SitePair> candidates = new HashSet<>();
    int byMessages;

    @Override
    public void candidate(Effect earlier, Effect later, Supplier<Race> details, Witness witness) {
      candidates.add(SitePair.of(earlier.site, later.site));
    }

    @Override
    public void race(Effect earlier, Effect later, Supplier<Race> details) {
      seen.add(SitePair.of(earlier.site, later.site));
    }

    @Override
    public void predicted(Effect earlier, Effect later, Supplier<Race> details, Witness witness) {
      predicted.add(SitePair.of(earlier.site, later.site));
      byMessages += witness.turns().stream().anyMatch(turn -> turn.instead() != null) ? 1 : 0;
    }
  }

  @Test
  void everyPredictedRaceIsThereInSomeRun() {
    int exist = 0;
    int seen = 0;
    int predicted = 0;
    int byMessages = 0;
    int candidates = 0;
    int right = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Random choice = new Random(seed * 7919L);
      SmallProgram program = SmallProgram.random(choice);
      Set<SitePair> races = new AnyRun(program).races();
      if (races == null) {
        continue;
      }
      Found found = new Found();
      Detector detector = Detector.predicting(found, false);
      new AnyRun(program).tell(detector, choice);
      detector.index().finish();
      assertThat(races).as("%d: %s", seed, program).containsAll(found.predicted);
      exist += races.size();
      found.seen.retainAll(races);
      seen += found.seen.size();
      found.predicted.removeAll(found.seen);
      predicted += found.predicted.size();
      byMessages += found.byMessages;
      found.candidates.removeAll(found.seen);
      found.candidates.removeAll(found.predicted);
      candidates += found.candidates.size();
      found.candidates.retainAll(races);
      right += found.candidates.size();
    }
    System.out.printf(
        "%d programs: some run has %d races; one run shows %d, and %d more are predicted, %d by"
            + " messages%n",
        PROGRAMS, exist, seen, predicted, byMessages);
    System.out.printf("%d more are candidates, of which some run has %d%n", candidates, right);
    assertThat(right).isPositive().isLessThanOrEqualTo(candidates);
    assertThat(predicted).isGreaterThan(byMessages);
    assertThat(byMessages).isPositive();
  }
}
