package fencepost.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RegionTest {

  @Test
  void blocksThatTouchAreOneBlock() {
    assertThat(Region.strided(100, 4, 5, 4)).isEqualTo(Region.of(100, 20));
    assertThat(Region.strided(100, 6, 3, 4)).isEqualTo(Region.of(100, 14));
  }

  @Test
  void aLoopThatRunsBackwardsTouchesTheSameBytes() {
    assertThat(Region.strided(116, 4, 3, -8)).isEqualTo(Region.strided(100, 4, 3, 8));
  }

  @Test
  void rowsThatContinueEachOtherAreOneRow() {
    assertThat(new Region(100, 4, 3, 8, 2, 24)).isEqualTo(Region.strided(100, 4, 6, 8));
    assertThat(new Region(100, 4, 4, 4, 2, 16)).isEqualTo(Region.of(100, 32));
  }

  @Test
  void rowsOfOneBlockAreABlockEach() {
    assertThat(new Region(100, 4, 1, 0, 3, 10)).isEqualTo(Region.strided(100, 4, 3, 10));
    assertThat(new Region(100, 4, 2, 4, 3, 10)).isEqualTo(Region.strided(100, 8, 3, 10));
  }

  @Test
  void anEmptyRegionSharesNothing() {
    assertThat(Region.of(105, 0).commonByte(Region.of(100, 10))).isEqualTo(Region.NONE);
    assertThat(Region.of(100, 10).commonByte(Region.of(105, 0))).isEqualTo(Region.NONE);
  }

  @Test
  void twoBlocksShareTheLowestCommonByte() {
    assertThat(Region.of(100, 10).commonByte(Region.of(107, 10))).isEqualTo(107);
    assertThat(Region.of(100, 10).commonByte(Region.of(110, 10))).isEqualTo(Region.NONE);
  }

  @Test
  void combsOfMillionsOfTeethThatPassEachOtherAreToldApartAtOnce() {
    Region even = Region.strided(0, 8, 1L << 40, 16);
    Region odd = Region.strided(8, 8, 1L << 40, 16);
    assertThat(even.commonByte(odd)).isEqualTo(Region.NONE);
  }

  @Test
  void aPaddedPairIsOneElement() {
    Region pairs = Region.strided(0, 12, 4, 16); // MPI_DOUBLE_INT: 12 bytes, 16 apart
    assertThat(pairs.coincides(Region.strided(16, 12, 2, 16), 16, 12)).isTrue();
    assertThat(pairs.coincides(Region.of(16, 24), 16, 12)).isFalse();
  }

  @Test
  void aRegionHasNoNegativeSizeAndNoEmptyLoop() {
    assertThatThrownBy(() -> Region.of(0, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Region.strided(0, 4, 0, 8))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Region(0, 4, 1, 8, 0, 8))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Timeout(5)
  void longCombsOfDifferentStridesAreNotWalked() {
    Region even = Region.strided(0, 8, 1L << 40, 16);
    assertThat(even.commonByte(Region.strided(8, 8, 1L << 40, 48))).isEqualTo(Region.NONE);
    assertThat(even.commonByte(new Region(8, 8, 1L << 20, 32, 1L << 20, 1L << 26)))
        .isEqualTo(Region.NONE);
    assertThat(even.commonByte(Region.strided(8, 8, 1L << 40, 40))).isEqualTo(48);
  }
}
