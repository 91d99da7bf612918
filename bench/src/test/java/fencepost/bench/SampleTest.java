package fencepost.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void theMedianOfAnEvenNumberLiesInTheMiddle() {
    assertThat(new Sample(List.of(4.0, 1.0, 3.0)).median()).isEqualTo(3.0);
    assertThat(new Sample(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
  }

  @Test
  void aSampleShowsItsMedianAndRange() {
    assertThat(new Sample(List.of(1.5, 0.25, 2.0)).show()).isEqualTo("1.50 (0.25 to 2.00)");
  }
}
