package fencepost.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aWorkloadIsCompleteWithoutRacesAndForgotten(Workload workload) throws IOException {
    workload.write(directory, 3, 20_000);
    AnalysisRun run = AnalysisRun.of(directory); // throws if there is a race
    assertThat(run.events()).isBetween(20_000L, 21_000L);
    assertThat(run.mostRemembered()).isLessThan(5_000);
  }

  @ParameterizedTest
  @EnumSource
  void aWorkloadIsTheSameThroughRings(Workload workload) throws IOException {
    workload.write(directory, 3, 20_000);
    assertThat(AnalysisRun.live(directory).events()).isEqualTo(AnalysisRun.of(directory).events());
  }
}
