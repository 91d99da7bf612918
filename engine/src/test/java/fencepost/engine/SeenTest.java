package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Signal;
import fencepost.model.AccessKind;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Effects that somebody has seen the result of. */
class SeenTest {
  private static final Region X = Region.of(0, 8);
  private static final Region Y = Region.of(8, 8);

  private final List<Race> races = new ArrayList<>();
  private final Detector detector =
      new Detector((earlier, later, details) -> races.add(details.get()));
  private final Strand origin = detector.strand(0);
  private final Strand target = detector.strand(1);

  @Test
  void aStrandThatHasSeenAnEffectIsOrderedAfterIt() {
    seenBy(target, update(X, null, null));
    store(target, X);
    assertThat(races).isEmpty();
  }

  @Test
  void aStrandThatHeardFromTheObserverIsOrderedAfterTheEffect() {
    Strand third = detector.strand(2);
    seenBy(target, update(X, null, null));
    detector.await(third, detector.signal(target));
    store(third, X);
    assertThat(races).isEmpty();
  }

  @Test
  void aStrandThatHeardFromTheObserverBeforeIsNotOrdered() {
    Strand third = detector.strand(2);
    detector.await(third, detector.signal(target));
    seenBy(target, update(X, null, null));
    store(third, X);
    assertThat(races).hasSize(1);
  }

  @Test
  void whatTheSameCallWouldCompleteIsNotSeenWithIt() {
    Completions flush = new Completions();
    update(Y, null, flush);
    seenBy(target, update(X, null, flush));
    store(target, Y);
    assertThat(races).hasSize(1);
  }

  @Test
  void aStoreBehindTheSightIsNoRaceThoughTheEffectBeginsLater() {
    Grant lock = new Grant();
    Effect update = update(X, lock, null);
    seenBy(target, update);
    store(target, X);
    detector.open(lock, detector.signal(detector.strand(2)));
    assertThat(races).isEmpty();
  }

  @Test
  void aStoreBeforeTheSightIsARaceWhenTheEffectBeginsLater() {
    Grant lock = new Grant();
    Effect update = update(X, lock, null);
    store(target, X);
    seenBy(target, update);
    detector.open(lock, detector.signal(detector.strand(2)));
    assertThat(races).hasSize(1);
  }

  @Test
  void aSightingMattersHoweverOftenOthersLook() {
    Strand third = detector.strand(2);
    Strand fourth = detector.strand(3);
    Sightings sightings = new Sightings();
    Effect update = update(X, null, null);
    update.seenBy(asked -> sightings.any(1, asked));
    detector.seen(target, sightings, 1);
    for (int changes = 2; changes < 100; changes++) {
      detector.seen(third, sightings, changes);
      detector.seen(fourth, sightings, changes);
    }
    store(target, X);
    assertThat(races).isEmpty();
  }

  @Test
  void aSightingMattersToWhoKnowsOfNoLaterOneOfTheSameStrand() {
    Strand third = detector.strand(2);
    Sightings sightings = new Sightings();
    Effect update = update(X, null, null);
    update.seenBy(asked -> sightings.any(1, asked));
    detector.seen(target, sightings, 1);
    Signal afterTheFirst = detector.signal(target);
    for (int changes = 2; changes < 5_000; changes++) {
      detector.seen(target, sightings, changes);
      store(target, Y); // makes it look for what can be forgotten
    }
    detector.await(third, afterTheFirst);
    store(third, X);
    assertThat(races).isEmpty();
  }

  @Test
  void sightingsAreForgottenWhenEveryoneKnowsLaterOnes() {
    Sightings sightings = new Sightings();
    for (int changes = 1; changes < 20_000; changes++) {
      detector.seen(target, sightings, changes);
      detector.seen(origin, sightings, changes);
      detector.await(origin, detector.signal(target));
      detector.await(target, detector.signal(origin));
      store(target, Y);
    }
    assertThat(sightings.size()).isLessThan(2_000);
  }

  @Test
  void theSameValueSeenAgainIsOneSighting() {
    Sightings sightings = new Sightings();
    for (int i = 0; i < 100; i++) {
      detector.seen(target, sightings, 7);
      detector.seen(origin, sightings, 7);
    }
    assertThat(sightings.size()).isEqualTo(2);
  }

  private void seenBy(Strand strand, Effect effect) {
    Point moment = detector.moment(strand);
    effect.seenBy(asked -> asked.test(moment));
  }

  private void store(Strand strand, Region region) {
    detector.access(strand, AccessKind.STORE, 1, region, 30, null);
  }

  private Effect update(Region region, @Nullable Grant grant, @Nullable Completions together) {
    detector.inside(origin, "accumulate", 10);
    Operation operation = detector.issue(origin, new Operation.Completion("flush", "flush"), null);
    return detector.effect(
        operation, AccessKind.ATOMIC_UPDATE, 1, region, null, null, grant, together);
  }
}
