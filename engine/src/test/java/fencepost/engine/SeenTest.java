package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
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
  void whoHasSeenAnEffectIsOrderedAfterIt() {
    seenBy(target, update(X, null, null));
    store(target, X);
    assertThat(races).isEmpty();
  }

  @Test
  void soIsWhoHeardOfItFromThere() {
    Strand third = detector.strand(2);
    seenBy(target, update(X, null, null));
    detector.await(third, detector.signal(target));
    store(third, X);
    assertThat(races).isEmpty();
  }

  @Test
  void othersAreNot() {
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
  void aStoreBeforeTheSightIs() {
    Grant lock = new Grant();
    Effect update = update(X, lock, null);
    store(target, X);
    seenBy(target, update);
    detector.open(lock, detector.signal(detector.strand(2)));
    assertThat(races).hasSize(1);
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
