package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.Participants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The tool in a directory of its own, with a program whose race is seen before it goes on to hang,
 * to loop or to end. All its processes and temporary files can be told from those of others.
 */
final class FaultTool {
  private static final String PROGRAM =
      """
      #include <mpi.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      int main(int argc, char **argv) {
        int rank, size, *memory, value = 1;
        MPI_Win win;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        const char *mode = argv[1];
        MPI_Aint bytes = strcmp(mode, "grow") == 0 ? 4 << 20 : 64;
        MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        MPI_Win_fence(0, win);
        if (rank == size - 1) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        if (rank == 0 && strcmp(mode, "clean") != 0) memory[0] = 2; /* RACE */
        MPI_Win_fence(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
          FILE *ready = fopen("ready.new", "w");
          fprintf(ready, "%s", getenv("FENCEPOST_DIR"));
          fclose(ready);
          rename("ready.new", "ready");
        }
        if (strcmp(mode, "hang") == 0) for (;;) usleep(100000);
        if (strcmp(mode, "wait") == 0) while (access("go", F_OK) != 0) usleep(10000);
        if (strcmp(mode, "loop") == 0)
          for (unsigned i = 0;; i++) {
            MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 1 + i % 15, 1, MPI_INT, win);
            if (i % 15 == 14) MPI_Win_fence(0, win);
          }
        if (strcmp(mode, "grow") == 0) /* operations that are never completed */
          for (unsigned i = 0;; i++)
            MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 16 + i * 7919u % 999983u, 1, MPI_INT, win);
        MPI_Win_free(&win);
        MPI_Finalize();
        return 0;
      }
      """;

  private final Path directory;
  private final TestTool tool;

  FaultTool(Path directory) throws IOException {
    this.directory = directory;
    this.tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.createDirectory(directory.resolve("tmp"));
    Files.writeString(directory.resolve("fault.c"), PROGRAM);
    tool.run("$CC --universal -O1 -g -o fault fault.c");
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  /** What a command of the shell here prints, and its exit code. */
  String run(String command) throws IOException {
    return tool.run("export TMPDIR=$PWD/tmp; " + command + "; echo exit $?");
  }

  /** A run of the program that has come so far that its race was recorded. */
  Running start(String options, String mode) throws IOException {
    Files.deleteIfExists(file("ready"));
    // A group of its own, and the signals as a terminal leaves them.
    List<String> command =
        new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,HUP,TERM"));
    command.addAll(List.of("sh", "-c", "exec ./fencepost run " + options + " ./fault " + mode));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(file("output").toFile());
    builder.environment().put("TMPDIR", file("tmp").toString());
    builder.environment().put("CC", tool.compiler("cc")); // the directory, by which we know them
    Process process = builder.start();
    await("the program", () -> Files.exists(file("ready")) || !process.isAlive());
    assertThat(process.isAlive()).as("%s", output()).isTrue();
    return new Running(process, Path.of(Files.readString(file("ready"))));
  }

  /** What the last run that was started has printed so far. */
  String output() throws IOException {
    return Files.readString(file("output"));
  }

  /** No process that works for us is left, and no temporary file. */
  void assertNothingIsLeft() throws IOException {
    await("the processes to end", () -> Participants.of(directory).findAny().isEmpty());
    try (Stream<Path> files = Files.list(file("tmp"))) {
      assertThat(files.toList()).isEmpty();
    }
  }

  /**
   * A run that goes on.
   *
   * @param trace where program and analyser meet
   */
  record Running(Process process, Path trace) {
    void signal(String name) throws IOException {
      Shell.run(List.of("kill", "-" + name, String.valueOf(process.pid())));
    }

    /** As Ctrl-C on a terminal: to the tool, the launcher, and all that are in the group. */
    void signalGroup(String name) throws IOException {
      Shell.run(List.of("kill", "-" + name, "--", "-" + process.pid()));
    }

    /** Waits for the end; the exit code. */
    int exit() {
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        return process.exitValue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Something that becomes so. */
  interface Condition {
    boolean holds() throws IOException;
  }

  static void await(String what, Condition condition) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(end);
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
