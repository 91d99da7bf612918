package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final String RACY = "../tests/mpi/put_store_origin_no_flush.c";

  @TempDir Path directory;

  @Test
  void racesAreReportedWithHowToRepeatThem() throws IOException {
    Path json = directory.resolve("report.json");
    assertThat(Main.run("check", "-n", "2", "--json=" + json, RACY)).isEqualTo(ExitCode.RACES);
    assertThat(Files.readString(json))
        .contains("\"certainty\" : \"static-must\"", "fencepost run -n 2 " + RACY);
  }

  @Test
  void flagsBehindTwoDashesAreTheCompilers() {
    assertThat(Main.run("check", "-n", "2", RACY, "--", "-DFIXED"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
  }

  @Test
  void noArgumentsCanBeGiven() {
    assertThat(Main.run("check", "-n", "2", "--args=", "../tests/apps/halo_fence.c"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
  }

  @Test
  void argumentsMayLookLikeOptions() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("option.c"),
            """
            #include <mpi.h>
            #include <stdlib.h>
            #include <string.h>
            int main(int argc, char **argv) {
              int self, buffer = 0;
              MPI_Request request;
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &self);
              MPI_Isend(&buffer, 1, MPI_INT, self, 0, MPI_COMM_WORLD, &request);
              if (argc == 3 && !strcmp(argv[1], "-n") && atoi(argv[2]) == 20) buffer = 1;
              MPI_Recv(&self, 1, MPI_INT, self, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
              MPI_Wait(&request, MPI_STATUS_IGNORE);
              MPI_Finalize();
              return 0;
            }
            """);
    assertThat(Main.run("check", "-n", "2", "--args=-n 20", file.toString()))
        .isEqualTo(ExitCode.RACES);
    assertThat(Main.run("check", "-n", "2", "--args", "-n 21", file.toString()))
        .isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Main.run("check", "-n", "2", file.toString(), "--args"))
        .isEqualTo(ExitCode.WRONG_USE);
  }

  /** A load that no execution makes may meet the put; one that was executed does not. */
  @Test
  void doubtsAreAboutWhatNoExecutionReached() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("doubt.c"),
            """
            #include <mpi.h>
            int main(int argc, char **argv) {
              int rank, value = 1, *memory;
              MPI_Win win;
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &rank);
              MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
              MPI_Win_fence(0, win);
              if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
              if (rank == 1 && LOOKS) value = memory[PLACE];
              MPI_Win_fence(0, win);
              MPI_Win_free(&win);
              MPI_Finalize();
              return 0;
            }
            """);
    String name = file.toString();
    assertThat(Main.run("check", "-n", "2", "--may", name, "--", "-DLOOKS=value", "-DPLACE=value"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Main.run("check", "-n", "2", "--may", name, "--", "-DLOOKS=!value", "-DPLACE=0"))
        .isEqualTo(ExitCode.RACES);
  }

  @Test
  void whatDoesNotCompileIsWrongUse() throws IOException {
    Path file = Files.writeString(directory.resolve("wrong.c"), "int main(void) { return x; }\n");
    assertThat(Main.run("check", file.toString())).isEqualTo(ExitCode.WRONG_USE);
  }

  @Test
  void argumentsThatLeadToARaceAreFound() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("guarded.c"),
            """
            #include <mpi.h>
            #include <stdlib.h>
            int main(int argc, char **argv) {
              int rank, value = 1, memory = 0;
              MPI_Win win;
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &rank);
              MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
              MPI_Win_fence(0, win);
              if (argc > 2 && atoi(argv[2]) == 17 && rank == 0) {
                MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
                value = 2;
              }
              MPI_Win_fence(0, win);
              MPI_Win_free(&win);
              MPI_Finalize();
              return 0;
            }
            """);
    Path json = directory.resolve("report.json");
    assertThat(Main.run("check", "-n", "2", "--json=" + json, file.toString()))
        .isEqualTo(ExitCode.RACES);
    assertThat(Files.readString(json)).contains("guarded.c 4 17");
  }
}
