package fencepost.bench;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.engine.MemoryIndex;
import fencepost.engine.RaceListener;
import fencepost.frontend.Analysis;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeededRacesTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void everySeededRaceIsFoundAndNoOther(Workload workload) throws IOException {
    workload.write(directory, 5, 5_000, 23);
    Set<Set<Integer>> found = new HashSet<>();
    RaceListener listener =
        (earlier, later, details) -> found.add(Set.of(earlier.site, later.site));
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      Analysis analysis = new Analysis(new MemoryIndex(listener), Set.of());
      trace.strands().forEach(analysis::add);
      assertThat(analysis.end()).isEqualTo(Analysis.Ending.COMPLETE);
      assertThat(analysis.unproven()).isZero();
    }
    assertThat(found).hasSize(23);
  }
}
