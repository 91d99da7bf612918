package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Completions;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * A loop repeats an operation and completes none: the cost grows with its operations, no faster.
 */
class ManyTwinsTest {
  private static final Region X = Region.of(0, 8);
  private static final AtomicType LONG = new AtomicType("int8", 8);

  private long asked;
  private final Set<SitePair> races = new HashSet<>();
  private final Detector detector =
      new Detector(
          (earlier, later, details) -> {
            asked++;
            races.add(SitePair.of(earlier.site, later.site));
          });
  private final Strand origin = detector.strand(0);
  private final Strand target = detector.strand(1);

  @Test
  void putsThatRaceWithEachOtherAreReportedOnceForEachPut() {
    int puts = 5_000;
    for (int i = 0; i < puts; i++) {
      issue(AccessKind.REMOTE_WRITE, 10, null, null);
    }
    assertThat(asked).isEqualTo(puts - 1);
    assertThat(races).containsExactly(SitePair.of(10, 10));
  }

  @Test
  void anAccessMeetsOneOfManyPutsThatItRacesWith() {
    int puts = 1_000;
    for (int i = 0; i < puts; i++) {
      issue(AccessKind.REMOTE_WRITE, 10, null, null);
    }
    detector.access(target, AccessKind.LOAD, 1, X, 30, null);
    assertThat(asked).isEqualTo(puts);
    assertThat(races).contains(SitePair.of(10, 30));
  }

  @Test
  void anAccessIsFoundToRaceWithTheOnlyPutThatIsNotComplete() {
    for (int i = 0; i < 100; i++) {
      Effect effect = issue(AccessKind.REMOTE_WRITE, 10, null, null);
      if (i != 50) {
        detector.complete(origin, effect);
      }
    }
    races.clear();
    detector.await(target, detector.signal(origin));
    detector.access(target, AccessKind.LOAD, 1, X, 30, null);
    assertThat(races).containsExactly(SitePair.of(10, 30));
  }

  @Test
  void putsThatAreCompletedTogetherAreRememberedInLittle() {
    Completions quiet = new Completions();
    for (int i = 0; i < 10_000; i++) {
      issue(AccessKind.REMOTE_WRITE, 10, null, quiet);
    }
    assertThat(detector.remembered()).isLessThan(5);
    assertThat(races).containsExactly(SitePair.of(10, 10));
  }

  @Test
  void putsThatAreDeliveredInOrderAreRememberedInLittle() {
    Object channel = new Object();
    Effect first = deliver(new Delivery(channel, 0));
    for (int epoch = 1; epoch < 10_000; epoch++) {
      deliver(new Delivery(channel, epoch));
    }
    assertThat(races).isEmpty();
    assertThat(detector.remembered()).isLessThan(5);
    detector.complete(origin, first); // the others are still under way
    detector.await(target, detector.signal(origin));
    detector.access(target, AccessKind.LOAD, 1, X, 30, null);
    assertThat(races).containsExactly(SitePair.of(10, 30));
  }

  @Test
  void updatesThatAreAtPeaceTakeTimeInProportionToTheirNumber() {
    Assertions.assertTimeout(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 300_000; i++) {
            issue(AccessKind.ATOMIC_UPDATE, 10, LONG, null);
          }
        });
    assertThat(races).isEmpty();
  }

  private Effect deliver(Delivery delivery) {
    detector.inside(origin, "put", 10);
    Operation put = detector.issue(origin, new Operation.Completion("quiet", "quiet"), delivery);
    return detector.effect(put, AccessKind.REMOTE_WRITE, 1, X, null, null, null, null);
  }

  private Effect issue(
      AccessKind kind, int site, @Nullable AtomicType type, @Nullable Completions together) {
    detector.inside(origin, "put", site);
    Operation put = detector.issue(origin, new Operation.Completion("quiet", "quiet"), null);
    return detector.effect(put, kind, 1, X, type, null, null, together);
  }
}
