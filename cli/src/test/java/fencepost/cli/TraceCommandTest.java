package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceCommandTest {
  @TempDir private Path directory;
  private Path trace = Path.of(".");

  @BeforeEach
  void makeUp() {
    trace = directory.resolve("trace");
    String[] arguments = {"bench", "trace", "--ranks=3", "--events=20000", "--races=2", null};
    arguments[5] = trace.toString();
    assertThat(Main.run(arguments)).isZero();
  }

  private static String output(int exit, String... arguments) {
    Said said = Said.by(arguments);
    assertThat(said.exit()).isEqualTo(exit);
    return said.text();
  }

  @Test
  void recordsAreCountedByTheirNames() {
    String counts = output(0, "trace", "--count", trace.toString());
    assertThat(counts)
        .containsPattern(" 6 +MPI_Win_create\n")
        .containsPattern(" 4 +MPI_Win_lock\n")
        .containsPattern(" 3 +end\n")
        .containsPattern("load +for [0-9,]+ accesses\n")
        .containsPattern("bytes in files, [0-9.]+ for each record\n");
  }

  @Test
  void theWantedRecordsAreShown() {
    String puts = output(0, "trace", "--strand=1", "--name=mpi_put", "--most=2", trace.toString());
    assertThat(puts)
        .hasLineCount(2)
        .startsWith("1 ")
        .containsPattern(
            "MPI_Put\\(origin_addr=0x[0-9a-f]+, origin_count=1, .*target_rank=2, .*\n1 [0-9]+ MPI_Put\\(.*origin_count=512,");
    String late = output(0, "trace", "--strand=2", "--from=5000", "--most=3", trace.toString());
    assertThat(late).hasLineCount(3).startsWith("2 5000 ").contains("\n2 5002 ");
  }

  /** They are one finding: a made-up program has no lines that would tell them apart. */
  @Test
  void theSeededRacesAreFound() {
    assertThat(output(ExitCode.RACES, "analyze", "--json=-", trace.toString()))
        .contains("\"count\" : 2");
  }
}
