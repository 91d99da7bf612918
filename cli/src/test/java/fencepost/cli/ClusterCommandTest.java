package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

  private void racy(String command) throws IOException {
    PackagedTool.Output said = PackagedTool.run(directory, TOOL + " " + command);
    assertThat(said.exit()).as(said.text()).isEqualTo(ExitCode.RACES);
  }

  private void tool(String command) throws IOException {
    PackagedTool.succeed(directory, TOOL + " " + command);
  }
}
