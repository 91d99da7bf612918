package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory that is allocated anew has nothing in common with what was there before. */
class RenewTest {
  private static final Region BLOCK = Region.of(1024, 64);
  private static final Region X = Region.of(1032, 8);

  private final List<Integer> races = new ArrayList<>();
  private final Detector detector =
      new Detector((earlier, later, details) -> races.add(earlier.site));
  private final Strand one = detector.strand(0);
  private final Strand other = detector.strand(0);

  private Effect get(Strand strand, int site) {
    return get(strand, X, site);
  }

  private Effect get(Strand strand, Region region, int site) {
    detector.inside(strand, "get", site);
    Operation get = detector.issue(strand, new Operation.Completion("flush", "flush"));
    return detector.effect(get, AccessKind.BUFFER_WRITE, 0, region, null, null, null);
  }

  @Test
  void whatIsCompleteInItIsForgotten() {
    detector.complete(one, get(one, 1));
    detector.renew(0, BLOCK);
    get(other, 2);
    assertThat(races).isEmpty();
  }

  @Test
  void loadsAndStoresInItAreForgotten() {
    detector.access(one, AccessKind.STORE, 0, X, 1, null);
    detector.renew(0, BLOCK);
    get(other, 2);
    assertThat(races).isEmpty();
  }

  @Test
  void whatIsStillInFlightIsNot() {
    get(one, 1);
    detector.renew(0, BLOCK);
    detector.access(other, AccessKind.LOAD, 0, X, 2, null);
    assertThat(races).containsExactly(1);
  }

  @Test
  void whatIsOutsideOfItIsNot() {
    detector.complete(one, get(one, 1));
    detector.renew(0, Region.of(0, 1036));
    detector.access(other, AccessKind.LOAD, 0, X, 2, null);
    assertThat(races).containsExactly(1);
  }

  @Test
  void aSmallerBlockThatIsRenewedLaterChangesNothingAroundIt() {
    detector.access(one, AccessKind.STORE, 0, X, 1, null);
    detector.renew(0, BLOCK);
    detector.renew(0, Region.of(1024, 4));
    get(other, 2);
    assertThat(races).isEmpty();
  }

  @Test
  void twoBlocksSideBySideAreAsGoodAsOne() {
    detector.access(one, AccessKind.STORE, 0, X, 1, null);
    detector.renew(0, Region.of(1000, 36));
    detector.renew(0, Region.of(1036, 100));
    get(other, 2);
    assertThat(races).isEmpty();
  }

  @Test
  void aBlockMayBeGivenAnewInParts() {
    detector.access(one, AccessKind.STORE, 0, BLOCK, 1, null);
    detector.renew(0, X);
    get(other, 2);
    assertThat(races).isEmpty();
    detector.access(one, AccessKind.LOAD, 0, BLOCK, 3, null);
    assertThat(races).containsExactly(2);
  }

  @Test
  void onlyBytesThatBothTouchNeedToBeNew() {
    detector.access(one, AccessKind.STORE, 0, Region.strided(1024, 8, 2, 4096), 1, null);
    detector.renew(0, BLOCK);
    detector.renew(0, Region.of(5120, 64));
    get(other, Region.strided(1024, 8, 2, 4096), 2);
    assertThat(races).isEmpty();
  }

  @Test
  void whatWasUsedAgainSinceThenIsNot() {
    detector.renew(0, BLOCK);
    detector.access(one, AccessKind.STORE, 0, X, 1, null);
    detector.renew(0, Region.of(1024, 8));
    get(other, 2);
    assertThat(races).containsExactly(1);
  }

  @Test
  void theMemoryOfAnotherRankIsNot() {
    detector.complete(one, get(one, 1));
    detector.renew(1, BLOCK);
    detector.access(other, AccessKind.LOAD, 0, X, 2, null);
    assertThat(races).containsExactly(1);
  }
}
