package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The removal of a synchronising call from a correct program is noticed. */
class SensitivityTest {
  @Test
  void theRemovalOfAFenceFromAHaloExchangeIsFound() throws Exception {
    BenchSensitivity sensitivity = new BenchSensitivity();
    sensitivity.processes = List.of(2);
    sensitivity.files = List.of(Path.of("../tests/apps/halo_fence.c"));
    assertThat(sensitivity.call()).isZero();
    assertThat(sensitivity.removed()).isEqualTo(3);
    assertThat(sensitivity.found()).isEqualTo(2); // the last one is followed by MPI_Win_free
  }
}
