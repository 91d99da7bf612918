package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Too little of something, really so: shared memory, disk, memory. What was seen is reported, and
 * what was not seen is never called "no race".
 */
class LimitsTest {
  @TempDir static Path directory = Path.of("");
  private static FaultTool tool;

  @BeforeAll
  static void build() throws IOException {
    tool = new FaultTool(directory);
  }

  @Test
  void whereSharedMemoryIsSmallRingsGoElsewhere() throws IOException {
    String output = withMounts("size=2300k /dev/shm", "./fencepost run -n 4 ./fault race");
    assertThat(output).contains("1 race found in ./fault, 4 ranks", "exit 66");
    assertThat(withMounts("size=2300k /dev/shm", "./fencepost run -n 4 ./fault clean"))
        .contains("no race found in ./fault, 4 ranks", "exit 0");
    tool.assertNothingIsLeft();
  }

  /** There is room for the ring of one process; what MPI needs is elsewhere. */
  @Test
  void aProcessThatCouldNotBeRecordedIsAFailure() throws IOException {
    String mounts = "size=2300k /dev/shm size=400k tmp";
    String elsewhere =
        "OMPI_MCA_orte_tmpdir_base=/var/tmp OMPI_MCA_btl_vader_backing_directory=/var/tmp ";
    String output = withMounts(mounts, elsewhere + "./fencepost run -n 2 ./fault clean");
    assertThat(output)
        .contains("processes were not recorded", "no space left on device")
        .contains("no race found (only a part was seen)", "exit 70");
  }

  @Test
  void aFullDiskEndsTheRecordingAndNotTheReport() throws IOException {
    tool.run("mkdir -p disk");
    String output =
        withMounts(
            "size=48k disk", "./fencepost run --timeout=8 --record=disk/trace -n 2 ./fault loop");
    assertThat(output)
        .contains("the trace is not whole: cannot write", "No space left on device")
        .contains("1 race found", "exit 66");
    tool.assertNothingIsLeft();
  }

  @Test
  void anAnalysisWithoutMemoryReportsWhatItHasFound() throws IOException {
    String output =
        tool.run(
            "JAVA_TOOL_OPTIONS=\"-Xmx16m -D"
                + ReportSchemas.UNREAD
                + "=true\" ./fencepost run --timeout=60 -n 2 ./fault grow 2>&1");
    assertThat(output)
        .contains("ran out of memory", "FENCEPOST_JAVA_OPTIONS=-Xmx", "RACE 1", "exit 66")
        .doesNotContain("\tat ");
    tool.assertNothingIsLeft();
  }

  /** Runs a command with file systems in memory, which only it sees. */
  private static String withMounts(String mounts, String command) throws IOException {
    assumeTrue(
        Shell.run(List.of("unshare", "-m", "true")).exitCode() == 0, "needs to mount something");
    String[] words = mounts.split(" ");
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < words.length; i += 2) {
      script.append("mount -t tmpfs -o %s tmpfs %s && ".formatted(words[i], words[i + 1]));
    }
    return tool.run("unshare -m sh -c '" + script + command + "' 2>&1");
  }
}
