package fencepost.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AbsenceTest {
  private final Absence absence = new Absence(0, 60, 1);

  /** On a busy machine a look can come seconds after the one before. */
  @Test
  void whoeverIsHeldUpBetweenTwoLooksHasNotSeenAnAbsence() {
    absence.saw(true, 10);
    assertThat(absence.isOver()).isFalse();
    absence.saw(true, 15);
    assertThat(absence.isOver()).isFalse();
    absence.saw(false, 20);
    assertThat(absence.isOver()).isFalse();
    absence.saw(true, 25);
    assertThat(absence.isOver()).isFalse();
  }

  @Test
  void itIsOverWhenTwoLooksThatFarApartHaveSeenNobody() {
    absence.saw(true, 10);
    absence.saw(false, 20);
    absence.saw(false, 21);
    assertThat(absence.isOver()).isTrue();
  }

  @Test
  void theFirstProcessMayTakeLonger() {
    absence.saw(false, 59);
    assertThat(absence.isOver()).isFalse();
    absence.saw(false, 60);
    assertThat(absence.isOver()).isTrue();
  }
}
