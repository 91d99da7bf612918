package fencepost.frontend.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.Region;
import org.junit.jupiter.api.Test;

/** A cell is forgotten when any of its bytes is written by other means, and only then. */
class CellsTest {
  private static final int RANK = 3;

  private final Cells cells = new Cells();
  private final Cell cell = cells.at(RANK, 100, 4);

  private boolean isKept(Region written) {
    cells.written(RANK, written);
    return cells.at(RANK, 100, 4) == cell;
  }

  /** Enough cells elsewhere for a look at single addresses to be the quicker way. */
  private void addMany() {
    for (int i = 1; i < 100; i++) {
      cells.at(RANK, 10_000 + 8 * i, 8);
    }
  }

  @Test
  void aWriteToTheFirstByteForgetsTheCell() {
    assertThat(isKept(Region.of(96, 5))).isFalse();
  }

  @Test
  void aWriteToTheLastByteForgetsTheCell() {
    assertThat(isKept(Region.of(103, 1))).isFalse();
  }

  @Test
  void aWriteToTheLastByteForgetsTheCellAmongMany() {
    addMany();
    assertThat(isKept(Region.of(103, 1))).isFalse();
  }

  @Test
  void aWriteBesideTheCellKeepsIt() {
    assertThat(isKept(Region.of(104, 8))).isTrue();
    assertThat(isKept(Region.of(92, 8))).isTrue();
    addMany();
    assertThat(isKept(Region.of(104, 8))).isTrue();
    assertThat(isKept(Region.of(92, 8))).isTrue();
  }

  @Test
  void aStridedWriteThatPassesBetweenItsPiecesKeepsTheCell() {
    assertThat(isKept(Region.strided(96, 4, 3, 8))).isTrue();
    assertThat(isKept(Region.strided(92, 4, 3, 8))).isFalse();
  }

  @Test
  void aWriteToAnotherRankKeepsTheCell() {
    cells.written(RANK + 1, Region.of(100, 4));
    assertThat(cells.at(RANK, 100, 4)).isSameAs(cell);
  }
}
