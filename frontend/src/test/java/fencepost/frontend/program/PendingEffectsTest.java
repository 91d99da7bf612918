package fencepost.frontend.program;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Signal;
import fencepost.engine.Detector;
import fencepost.engine.Grant;
import fencepost.engine.Strand;
import fencepost.model.AccessKind;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of calls that are repeated and never completed, few are remembered, and no race is lost. */
class PendingEffectsTest {
  private static final int MANY = 20_000;
  private static final int PUT = 1;
  private static final int OTHER_PUT = 2;
  private static final int LOAD = 3;
  private static final Region X = Region.of(0, 8);

  /** Two source places in either order. */
  private record Pair(int low, int high) {
    static Pair of(int one, int other) {
      return new Pair(Math.min(one, other), Math.max(one, other));
    }
  }

  private final Set<Pair> races = new HashSet<>();
  private final Detector detector =
      new Detector((earlier, later, details) -> races.add(Pair.of(earlier.site, later.site)));
  private final Strand origin = detector.strand(0);
  private final Strand target = detector.strand(1);
  private final PendingEffects pending = new PendingEffects();

  @Test
  @Timeout(20)
  void aCallThatIsRepeatedAndNeverCompletedIsRememberedInLittle() {
    for (int i = 0; i < MANY; i++) {
      put(PUT, X, null);
      put(OTHER_PUT, X.shifted(8L * (i % 10)), null);
      assertThat(detector.remembered()).isLessThan(200);
    }
    load(X.shifted(72));
    assertThat(races)
        .containsExactlyInAnyOrder(
            Pair.of(PUT, PUT),
            Pair.of(OTHER_PUT, OTHER_PUT),
            Pair.of(PUT, OTHER_PUT),
            Pair.of(OTHER_PUT, LOAD));
  }

  @Test
  void aRaceWithTheFirstOfMergedCallsIsFoundWithTheLast() {
    for (int i = 0; i < MANY; i++) {
      put(PUT, X, null);
    }
    load(X);
    assertThat(races).contains(Pair.of(PUT, LOAD));
  }

  @Test
  void theCompletionOfMergedCallsCompletesAllOfThem() {
    for (int i = 0; i < MANY; i++) {
      put(PUT, X, null);
    }
    pending.complete(detector, origin);
    assertThat(pending.isEmpty()).isTrue();
    detector.await(target, detector.signal(origin));
    load(X);
    assertThat(races).containsExactly(Pair.of(PUT, PUT));
  }

  @Test
  void whatWaitsForItsGrantIsNotMerged() {
    Grant grant = new Grant();
    for (int i = 0; i < 200; i++) {
      put(PUT, X, grant);
    }
    assertThat(pending.begun()).isFalse();
    load(X);
    detector.open(grant, detector.signal(detector.strand(2)));
    assertThat(pending.begun()).isTrue();
    assertThat(races).contains(Pair.of(PUT, LOAD));
  }

  @Test
  void whatARequestHasCompletedIsLetGo() {
    Grant grant = new Grant();
    detector.open(grant, detector.signal(target));
    for (int i = 0; i < MANY; i++) {
      PendingEffects request = new PendingEffects();
      request.add(effect(PUT, X, grant), grant);
      pending.addUntilComplete(request);
      request.complete(detector, origin);
      assertThat(pending.size()).isLessThan(200);
    }
    PendingEffects open = new PendingEffects();
    open.add(effect(OTHER_PUT, X, grant), grant);
    pending.addUntilComplete(open);
    pending.complete(detector, origin);
    detector.await(target, detector.signal(origin));
    load(X);
    assertThat(races).isEmpty();
  }

  @Test
  void aStrandThatDoesNotKnowOfAnOperationDoesNotCompleteIt() {
    Strand sibling = detector.strand(0);
    put(PUT, X, null);
    pending.complete(detector, sibling);
    assertThat(pending.isEmpty()).isFalse();
    detector.await(target, detector.signal(sibling));
    load(X);
    assertThat(races).containsExactly(Pair.of(PUT, LOAD));
  }

  @Test
  void whatASiblingCouldNotCompleteIsCompletedByItsOwnStrand() {
    Strand sibling = detector.strand(0);
    put(PUT, X, null);
    pending.complete(detector, sibling);
    pending.complete(detector, origin);
    detector.await(target, detector.signal(origin));
    load(X);
    assertThat(races).isEmpty();
  }

  @Test
  void aSiblingCompletesWhatItWasToldOfAndNoMore() {
    Strand sibling = detector.strand(0);
    put(PUT, X, null);
    Signal told = detector.signal(origin);
    origin.beginStretch();
    put(OTHER_PUT, X.shifted(8), null);
    detector.await(sibling, told);
    pending.complete(detector, sibling);
    detector.await(target, detector.signal(sibling));
    load(X);
    load(X.shifted(8));
    assertThat(races).containsExactly(Pair.of(OTHER_PUT, LOAD));
  }

  private void put(int site, Region region, @Nullable Grant grant) {
    pending.addTogether(effect(site, region, grant, pending.together(origin)), grant);
  }

  private Effect effect(int site, Region region, @Nullable Grant grant) {
    return effect(site, region, grant, null);
  }

  private Effect effect(
      int site, Region region, @Nullable Grant grant, @Nullable Completions together) {
    detector.inside(origin, "put", site);
    Operation put = detector.issue(origin, new Operation.Completion("flush", "flush"));
    return detector.effect(
        put, AccessKind.REMOTE_WRITE, target.rank, region, null, null, grant, together);
  }

  private void load(Region region) {
    detector.access(target, AccessKind.LOAD, target.rank, region, LOAD, null);
  }
}
