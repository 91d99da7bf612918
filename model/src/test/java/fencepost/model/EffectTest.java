package fencepost.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EffectTest {
  private static final Region X = Region.of(0, 8);
  private static final AtomicType INT = new AtomicType("int4", 4);

  @Test
  void twinsDifferInNothingButTime() {
    assertThat(effect(1, 1, X, null, null).isTwinOf(effect(1, 9, X, null, null))).isTrue();
    assertThat(effect(1, 1, X, null, null).isTwinOf(effect(2, 1, X, null, null))).isFalse();
    assertThat(effect(1, 1, X, null, null).isTwinOf(effect(1, 1, X.shifted(8), null, null)))
        .isFalse();
    assertThat(effect(1, 1, X, INT, null).isTwinOf(effect(1, 1, X, null, null))).isFalse();
  }

  @Test
  void twinsExcludeTheSameEpochs() {
    Effect exclusive = effect(1, 1, X, null, new LockEpoch("w", 0, true, true, 1));
    assertThat(exclusive.isTwinOf(effect(1, 9, X, null, new LockEpoch("w", 0, true, true, 2))))
        .isTrue();
    assertThat(exclusive.isTwinOf(effect(1, 9, X, null, new LockEpoch("w", 0, false, true, 2))))
        .isFalse();
    assertThat(exclusive.isTwinOf(effect(1, 9, X, null, new LockEpoch("w", 0, true, false, 2))))
        .isFalse();
    assertThat(exclusive.isTwinOf(effect(1, 9, X, null, new LockEpoch("v", 0, true, true, 2))))
        .isFalse();
    assertThat(exclusive.isTwinOf(effect(1, 9, X, null, null))).isFalse();
    assertThat(effect(1, 9, X, null, null).isTwinOf(exclusive)).isFalse();
  }

  @Test
  void completionPointsAreKept() {
    Effect effect = effect(1, 1, X, null, null);
    Point flush = new Point(0, 2, "flush", 5);
    Point unlock = new Point(1, 4, "unlock", 6);
    effect.completeAt(flush);
    effect.completeAt(unlock);
    assertThat(effect.completions()).containsExactly(flush, unlock);
  }

  @Test
  void twoCallsWithTheSameValuesAreTwoCalls() {
    Operation.Completion completion = new Operation.Completion("", "");
    assertThat(new Operation("put", 1, 0, 0, 1, completion, null))
        .isNotEqualTo(new Operation("put", 1, 0, 0, 1, completion, null));
  }

  private static Effect effect(
      int site, long issued, Region region, @Nullable AtomicType type, @Nullable LockEpoch lock) {
    return new Effect(AccessKind.REMOTE_WRITE, 1, region, 0, issued, 0, null, site, type, lock);
  }
}
