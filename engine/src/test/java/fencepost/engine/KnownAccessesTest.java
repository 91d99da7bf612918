package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Region;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownAccessesTest {
  private static final Region X = Region.of(64, 8);
  private static final LockEpoch LOCK = new LockEpoch("w", 0, true, true, 1);
  private static final LockEpoch NEXT_LOCK = new LockEpoch("w", 0, true, true, 2);

  private final KnownAccesses accesses = new KnownAccesses();

  @Test
  void theSameInstructionOnTheSameBytesIsFound() {
    Effect load = remembered(1, X, null);
    accesses.put(load);
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 1, null)).isSameAs(load);
  }

  @Test
  void anAccessThatDiffersInAnythingIsNotFound() {
    accesses.put(remembered(1, X, null));
    assertThat(accesses.find(AccessKind.STORE, 0, X, 1, null)).isNull();
    assertThat(accesses.find(AccessKind.LOAD, 1, X, 1, null)).isNull();
    assertThat(accesses.find(AccessKind.LOAD, 0, Region.of(64, 4), 1, null)).isNull();
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 2, null)).isNull();
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 1, LOCK)).isNull();
  }

  @Test
  void theNextEpochOfTheSameLockMakesNoDifference() {
    Effect load = remembered(1, X, LOCK);
    accesses.put(load);
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 1, NEXT_LOCK)).isSameAs(load);
  }

  @Test
  void aTwinGivesItsPlace() {
    Effect first = remembered(1, X, null);
    Effect second = remembered(1, X, null);
    assertThat(accesses.put(first)).isNull();
    assertThat(accesses.put(second)).isSameAs(first);
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 1, null)).isSameAs(second);
  }

  @Test
  void whatIsRememberedStaysHoweverMuchIsForgotten() {
    Effect load = remembered(1, X, null);
    accesses.put(load);
    for (int i = 0; i < 10_000; i++) {
      Effect other = remembered(2, X.shifted(8L * i), null);
      accesses.put(other);
      other.slot = Effect.FORGOTTEN;
    }
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 1, null)).isSameAs(load);
    assertThat(accesses.find(AccessKind.LOAD, 0, X, 2, null)).isNull();
  }

  @Test
  void muchCanBeRemembered() {
    for (int i = 0; i < 10_000; i++) {
      accesses.put(remembered(i % 7, X.shifted(8L * i), null));
    }
    for (int i = 0; i < 10_000; i++) {
      assertThat(accesses.find(AccessKind.LOAD, 0, X.shifted(8L * i), i % 7, null)).isNotNull();
    }
  }

  private static Effect remembered(int site, Region region, @Nullable LockEpoch lock) {
    Effect effect = new Effect(AccessKind.LOAD, 0, region, 0, 1, 0, null, site, null, lock);
    effect.slot = 1;
    return effect;
  }
}
