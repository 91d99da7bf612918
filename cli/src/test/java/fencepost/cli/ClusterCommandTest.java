package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of two workers on this machine says the same as one process. */
@Tag("packaged")
class ClusterCommandTest {
  private static final String TOOL = PackagedTool.CHECKOUT.resolve("fencepost").toString();

  /** Where the page of the cluster is. */
  private String page = "";

  @TempDir private Path directory;

  @BeforeEach
  void start() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    page = "localhost:" + port;
    tool("cluster start --dir=flink --workers=2 --port=" + port);
  }

  @AfterEach
  void stop() throws IOException {
    tool("cluster stop --dir=flink");
  }

  @Test
  void theReportOfAClusterIsThatOfOneProcess() throws IOException {
    Path program = PackagedTool.CHECKOUT.resolve("examples/mpi/halo_racy.c");
    Path recorded = directory.resolve("trace");
    racy("run -n 2 --flink=" + page + " --record=trace --json=live.json " + program);
    racy("analyze --json=alone.json " + recorded);
    racy("analyze --flink=" + page + " --json=later.json " + recorded);
    String alone = Files.readString(directory.resolve("alone.json"));
    assertThat(alone).contains("\"races\"", "halo_racy.c");
    assertThat(directory.resolve("later.json")).hasContent(alone);
    assertThat(directory.resolve("live.json")).hasContent(alone);
  }

  @Test
  void aWorkerOfAnotherMachineMayJoin() throws IOException {
    tool("cluster start --dir=joined --workers=0 --port=0");
    String joining =
        """
        setsid %1$s cluster join --dir=joined --host=localhost >/dev/null 2>&1 &
        until %1$s cluster status --dir=joined | grep 'has 1 workers, 2 of 2'; do sleep 1; done
        kill -- -$!
        """;
    PackagedTool.Output joined = PackagedTool.run(directory, joining.formatted(TOOL));
    tool("cluster stop --dir=joined");
    assertThat(joined.text()).contains("has 1 workers");
  }

  /**
   * The traces of a program of each kind below {@code tests}; of all of them with {@code
   * -Dfencepost.full=true}.
   */
  @TestFactory
  Stream<DynamicTest> theTracesOfTestsAreReportedAsByOneProcess() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    int kind = 0;
    for (String programs : List.of("mpi", "shmem", "gaspi", "threads", "fortran", "cxx", "spawn")) {
      ProgramsTest.sample(TestProgram.in(programs).toList(), 1, 7 * kind++)
          .map(program -> DynamicTest.dynamicTest(program.name(), () -> compare(program)))
          .forEach(tests::add);
    }
    return tests.stream();
  }

  private void compare(TestProgram program) throws IOException {
    Path work = Files.createDirectory(directory.resolve(program.name()));
    program.compile(TestToolchain.GCC_OPEN_MPI, false, work.resolve("program"));
    String run = TOOL + " run --record=trace -n " + program.ranks() + " ./program";
    assertThat(PackagedTool.run(work, run).exit()).isIn(ExitCode.NOTHING_FOUND, ExitCode.RACES);
    String alone = analyze(work, "");
    assertThat(analyze(work, "--flink=" + page)).isEqualTo(alone).contains("\"races\"");
  }

  /** All that is in the report, and the exit code. */
  private static String analyze(Path work, String option) throws IOException {
    String command = TOOL + " analyze " + option + " --json=report.json trace";
    PackagedTool.Output said = PackagedTool.run(work, command);
    return said.exit() + Files.readString(work.resolve("report.json"));
  }

  private void racy(String command) throws IOException {
    PackagedTool.Output said = PackagedTool.run(directory, TOOL + " " + command);
    assertThat(said.exit()).as(said.text()).isEqualTo(ExitCode.RACES);
  }

  private void tool(String command) throws IOException {
    PackagedTool.succeed(directory, TOOL + " " + command);
  }
}
