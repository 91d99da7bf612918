package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Long work on a terminal, which {@code script} makes: it shows how far it is, in a line that is
 * replaced, and that is gone before anything else is printed. The work goes on when the line was
 * seen, so that nothing depends on time.
 */
class ProgressTest {
  /** Returns to the beginning of the line, and removes it. */
  private static final String CLEARED = "\r\u001b[K";

  private static final String PROGRAM =
      """
      #include <mpi.h>
      #include <stdio.h>
      #include <unistd.h>
      int main(int argc, char **argv) {
        int rank;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0) fprintf(stderr, "before\\n");
        while (access("seen", F_OK) != 0) usleep(10000);
        if (rank == 0) printf("after\\n");
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir Path directory = Path.of("");

  @BeforeEach
  void makeCheckout() throws IOException {
    assumeTrue(Shell.find("script").isPresent(), "there is no script, which makes terminals");
    LauncherScriptTest.checkout(directory.resolve("checkout"));
  }

  /** What a terminal gets; the file {@code seen} is made when what is awaited has come. */
  private String terminal(String command, String awaited) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qec", "checkout/fencepost " + command, "/dev/null")
            .directory(directory.toFile());
    builder.environment().putAll(TestToolchain.GCC_OPEN_MPI.environment());
    builder.environment().put("TERM", "xterm");
    builder.environment().put("FENCEPOST_JAVA_OPTIONS", "-Dfencepost.progress=1");
    builder.environment().merge("PATH", directory + ":", (old, first) -> first + old);
    Process process = builder.start();
    StringBuilder printed = new StringBuilder();
    InputStream output = process.getInputStream();
    byte[] buffer = new byte[4096];
    for (int length = output.read(buffer); length > 0; length = output.read(buffer)) {
      printed.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
      if (Pattern.compile(awaited).matcher(printed).find()
          && Files.notExists(directory.resolve("seen"))) {
        Files.createFile(directory.resolve("seen"));
      }
    }
    process.waitFor();
    return printed.toString();
  }

  @Test
  void aRunShowsHowFarItIsBetweenTheLinesOfTheProgram() throws Exception {
    Files.writeString(directory.resolve("slow.c"), PROGRAM);
    String printed = terminal("run -n 2 slow.c", "(?s)before.*KiB behind");
    assertThat(printed)
        .containsPattern("\\d s, 0 races so far, \\d+ events, \\d+ per second, \\d+ KiB behind")
        .containsPattern("(^|\n|" + Pattern.quote(CLEARED) + ")before\r\n")
        .contains(" behind" + CLEARED + "after\r\n")
        .contains("no race found");
  }

  @Test
  void withoutATerminalThereIsNothingOfIt() throws Exception {
    Files.createFile(directory.resolve("seen"));
    Files.writeString(directory.resolve("slow.c"), PROGRAM);
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    assertThat(
            tool.run(
                "FENCEPOST_JAVA_OPTIONS=-Dfencepost.progress=1 checkout/fencepost run slow.c 2>&1"))
        .contains("before\n", "after\n")
        .doesNotContain("so far", "\r", "\u001b");
  }

  @Test
  void aCheckShowsExecutionsAndCoverage() throws Exception {
    Path source = Path.of("../tests/mpi/put_store_origin_no_flush.c").toAbsolutePath();
    assertThat(terminal("check -n 2 " + source, ""))
        .containsPattern("races? so far, \\d+ executions, \\d+ of \\d+ remote accesses reached")
        .containsPattern("million instructions" + Pattern.quote(CLEARED + "\r\n"));
  }

  @Test
  void theBenchmarkSuiteShowsABar() throws Exception {
    Files.createDirectories(directory.resolve("cases"));
    for (String name : List.of("MPI-sync-a-none-no.c", "MPI-sync-b-none-no.c")) {
      Files.writeString(
          directory.resolve("cases").resolve(name), "// RACE LABELS {\"RACE_KIND\": \"none\"}\n");
    }
    Files.writeString(
        directory.resolve("none.json"),
        """
        {"name": "none", "needs": ["sh"], "compile": [], "output": [], "run": ["true"],
         "report": "race", "place": "(?<file>x):(?<line>1)"}
        """);
    assertThat(terminal("bench run --jobs=1 --tool=none.json cases", ""))
        .contains(CLEARED + "[###############               ] 1 of 2, ")
        .contains(CLEARED + "[##############################] 2 of 2, 0 s left, TN ");
  }

  /** Maven is one that has three files to fetch and waits in the second of two modules. */
  @Test
  void theFirstBuildShowsModulesAndFiles() throws Exception {
    Shell.script(
        directory.resolve("mvn"),
        """
        #!/bin/sh
        echo 'Downloaded from central: a.jar'
        echo '[INFO] Building fencepost-model 1.0.0                      [1/2]'
        echo 'Downloaded from central: b.jar'
        echo '[INFO] Building fencepost-cli 1.0.0                        [2/2]'
        echo 'Downloaded from central: c.jar'
        while [ ! -e seen ]; do sleep 0.1; done
        touch checkout/cli/target/fencepost.jar
        """);
    Files.setLastModifiedTime(
        directory.resolve("checkout/cli/target/fencepost.jar"), FileTime.from(Instant.EPOCH));
    assertThat(terminal("--version", "3 files fetched"))
        .contains(" s, cli (2 of 2), 3 files fetched")
        .endsWith(CLEARED + "fencepost 1.0.0\r\n");
  }
}
