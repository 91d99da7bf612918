package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.MpiScript;
import fencepost.bench.Run;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a recorded trace that is damaged, and of one that is not. */
class AnalyzeCommandTest {
  private static final long WINDOW = 0x10000;
  private static final long BUFFER = 0x20000;

  @TempDir private Path directory;
  private Path trace = Path.of(".");

  @BeforeEach
  void create() throws IOException {
    trace = directory.resolve("trace");
    RecordedTrace.create(trace, "test");
  }

  private void write(boolean racy) throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      try (MpiScript script = MpiScript.start(trace, rank, 2)) {
        script.createWindow(1, WINDOW, 512).fence(2);
        if (rank == 0) {
          script.put(3, BUFFER, 8, 1, 0);
        } else if (racy) {
          script.load(5, Run.of(WINDOW, 8));
        }
        script.fence(4).freeWindow(9);
        script.end();
      }
    }
  }

  private void damage(int strand, int fromEnd) throws IOException {
    Path file = trace.resolve("strand." + strand);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - fromEnd] ^= 4;
    Files.write(file, bytes);
  }

  private Said analyze() {
    return Said.by("analyze", "--json=" + json(), trace.toString());
  }

  private Path json() {
    return directory.resolve("report.json");
  }

  @Test
  void aWholeTraceIsComplete() throws IOException {
    write(false);
    assertThat(analyze().exit()).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Files.readString(json())).contains("\"complete\" : true");
  }

  @Test
  void theReportSaysWhereTheDamageIsAndNothingIsCalledFree() throws IOException {
    write(false);
    damage(1, 80);
    Said said = analyze();
    assertThat(said.exit()).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(said.errors())
        .contains("the trace is damaged", "byte 0 of its records", "the checksum of");
    assertThat(Files.readString(json())).contains("\"complete\" : false");
  }

  /** The last chunk says that nothing was cut off. */
  @Test
  void racesBeforeTheDamageAreReported() throws IOException {
    write(true);
    damage(0, 2);
    Said said = analyze();
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.RACES);
    assertThat(said.errors()).contains("rank 0, byte", "the checksum of 24 bytes is wrong");
    assertThat(Files.readString(json())).contains("\"complete\" : false");
  }

  @Test
  void aStrandThatIsMissingIsNotAnEnd() throws IOException {
    write(false);
    Files.delete(trace.resolve("strand.0"));
    assertThat(analyze().exit()).isEqualTo(ExitCode.TOOL_FAILED);
  }

  // ---- parts that nodes have written ----

  /** Each rank is a node; both take the same lock. */
  private void writeParts(long clockError) throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      Path part = Files.createDirectory(trace.resolve("part.n" + rank));
      try (MpiScript script = MpiScript.start(part, rank, 2)) {
        script.createWindow(1, WINDOW, 512);
        script.lock(2, 1, true).put(3, BUFFER, 8, 1, 0).unlock(4, 1);
        script.freeWindow(9);
        script.end();
      }
      Files.writeString(
          part.resolve("part.properties"),
          "strands=1\nclosed=1\nunrecorded=0\nsettle=1000000\nclock.error=" + clockError);
    }
  }

  @Test
  void partsOfNodesAreOneTrace() throws IOException {
    writeParts(500_000);
    Said said = analyze();
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Files.readString(json())).contains("\"complete\" : true", "\"ranks\" : 2");
  }

  @Test
  void aPartThatIsMissingIsNoEnd() throws IOException {
    writeParts(0);
    NativeLibrary.delete(trace.resolve("part.n1"));
    Said said = analyze();
    assertThat(said.exit()).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(said.errors()).contains("only 1 of 2 processes are in the parts of the nodes n0");
  }

  @Test
  void aPartThatSaysNothingOfItselfIsNotWhole() throws IOException {
    writeParts(0);
    Files.delete(trace.resolve("part.n1/part.properties"));
    Said said = analyze();
    assertThat(said.exit()).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(said.errors()).contains("the part of node n1");
  }

  @Test
  void theOrderOfLocksIsNotTakenFromAClockThatMayBeWrong() throws IOException {
    writeParts(500_001);
    Said said = analyze();
    assertThat(said.exit()).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(said.errors()).contains("the clock of node n0 was known only to 500 microseconds");
  }

  @Test
  void anotherVersionIsNamed() throws IOException {
    write(false);
    Path properties = trace.resolve("trace.properties");
    Files.writeString(properties, Files.readString(properties).replace("format=4", "format=3"));
    Said said = analyze();
    assertThat(said.exit()).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(said.errors())
        .contains(
            "another version of fencepost: its format is version 3, and this fencepost reads 4")
        .hasLineCount(1);
  }
}
