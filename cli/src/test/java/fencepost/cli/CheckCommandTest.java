package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void aProgramThatDoesTheSameInEveryOrderIsExecutedOnce() throws IOException {
    Path json = directory.resolve("report.json");
    assertThat(Main.run("check", "-n", "2", "--json=" + json, RACY, "--", "-DFIXED"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Files.readString(json)).contains("\"executions\" : 1,", "one execution;");
  }

  /**
   * Neither in the order of ranks nor in the opposite one is the message last that says that the
   * put is complete: its send has to be held.
   */
  @Test
  void whatARankIsToldInAnotherOrderIsTriedByHoldingTheCallThatTellsIt() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("middle.c"),
            """
            #include <mpi.h>
            #include <stdio.h>
            int main(int argc, char **argv) {
              int rank, value = 1, senders = 0, *x;
              MPI_Status status;
              MPI_Win win;
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &rank);
              MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
              MPI_Win_lock_all(0, win);
              if (rank > 0) {
                MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
                MPI_Win_flush(0, win);
                MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
              }
              for (int i = 1; rank == 0 && i < 4; i++) {
                int data;
                MPI_Recv(&data, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
                senders += status.MPI_SOURCE;
                if (i == ENOUGH) printf("%d\\n", x[3]);
              }
              MPI_Win_unlock_all(win);
              MPI_Win_free(&win);
              MPI_Finalize();
              return senders > 6;
            }
            """);
    Path json = directory.resolve("report.json");
    String name = file.toString();
    assertThat(Main.run("check", "-n", "4", "--json=" + json, name, "--", "-DENOUGH=2"))
        .isEqualTo(ExitCode.RACES);
    assertThat(Files.readString(json))
        .contains("(MPI_Recv, middle.c:18) goes on before rank 3 (MPI_Send, middle.c:14)");
    assertThat(Main.run("check", "-n", "4", name, "--", "-DENOUGH=3"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
  }

  @Test
  void anEmptyListOfArgumentsCanBeGiven() {
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

  /** A put that no execution makes may meet the store behind it; one that was executed did not. */
  @Test
  void doubtsAreAboutWhatNoExecutionReached() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("doubt.c"),
            """
            #include <mpi.h>
            int main(int argc, char **argv) {
              int rank, value[2] = {1, 1}, *memory;
              MPI_Win win;
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &rank);
              MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
              MPI_Win_fence(0, win);
              if (WHEN) {
                MPI_Put(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
                value[PLACE] = 2;
              }
              MPI_Win_fence(0, win);
              MPI_Win_free(&win);
              MPI_Finalize();
              return 0;
            }
            """);
    String name = file.toString();
    assertThat(Main.run("check", "-n", "2", name, "--", "-DWHEN=rank==0", "-DPLACE=rank+1"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Main.run("check", "-n", "2", name, "--", "-DWHEN=rank>9", "-DPLACE=1"))
        .isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Main.run("check", "-n", "2", name, "--", "-DWHEN=rank>9", "-DPLACE=0"))
        .isEqualTo(ExitCode.RACES);
  }

  /** A flush might throw in theory, and then the vector would be destroyed under the put. */
  @Test
  void anExceptionThatNoExecutionThrewMakesNoDoubtUnlessAskedFor() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("exchange.cpp"),
            """
            #include <mpi.h>
            #include <vector>
            namespace mesh {
            void exchange(int to, MPI_Win win) {
              std::vector<long> data(10);
              MPI_Put(data.data(), 10, MPI_LONG, to, 0, 10, MPI_LONG, win);
            #ifndef WITHOUT_FLUSH
              MPI_Win_flush(to, win);
            #endif
            }
            }
            """);
    String name = file.toString();
    assertThat(Main.run("check", name)).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(Main.run("check", "--may", name)).isEqualTo(ExitCode.RACES);
    Path json = directory.resolve("report.json");
    assertThat(Main.run("check", "--json=" + json, name, "--", "-DWITHOUT_FLUSH"))
        .isEqualTo(ExitCode.RACES);
    assertThat(Files.readString(json)).contains("mesh::exchange(int").doesNotContain("\"_Z");
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

  private static final String WRITES_TWICE =
      """
      static long x;
      int main(void) {
        shmem_init();
        shmem_long_p(&x, 1, (shmem_my_pe() + 1) % shmem_n_pes());
        shmem_long_p(&x, 2, (shmem_my_pe() + 1) % shmem_n_pes());
        shmem_barrier_all();
        shmem_finalize();
        return 0;
      }
      """;

  @Test
  void theModelIsSeenThroughHeadersOfOtherDirectories() throws IOException {
    Path include = Files.createDirectories(directory.resolve("include"));
    Files.writeString(include.resolve("wrap.h"), "#include <shmem.h>\n");
    Path file = Files.writeString(directory.resolve("a.c"), "#include <wrap.h>\n" + WRITES_TWICE);
    assertThat(Main.run("check", "-n", "2", file.toString(), "--", "-I" + include))
        .isEqualTo(ExitCode.RACES);
  }

  /** The text includes two headers, the preprocessor one of them. */
  @Test
  void aHeaderBehindAConditionThatDoesNotHoldSaysNothing() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("either.c"),
            """
            #ifdef WITH_SHMEM
            #include <shmem.h>
            #else
            #include <mpi.h>
            #endif
            int main(void) { return 0; }
            """);
    List<String> sources = List.of(file.toString());
    assertThat(ModelChoice.in(sources).model()).isEqualTo(Model.MPI);
    assertThat(ModelChoice.in(List.of("-DWITH_SHMEM", file.toString())).model())
        .isEqualTo(Model.SHMEM);
  }

  /** gcc has preprocessed the headers of the C library for itself. */
  @Test
  void preprocessedFilesAreExecuted() throws IOException {
    Path file = directory.resolve("racy.i");
    String headers = "-include stdlib.h -include math.h -D_GNU_SOURCE";
    Shell.Result preprocessed =
        Shell.run(List.of("sh", "-c", "mpicc -E " + headers + " -o " + file + " " + RACY));
    assertThat(preprocessed.exitCode()).as(preprocessed.output()).isZero();
    assertThat(Main.run("check", "-n", "2", file.toString())).isEqualTo(ExitCode.RACES);
  }

  @Test
  void theModelOfAPreprocessedFileIsSeen() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("a.i"), "# 1 \"/usr/include/GASPI.h\" 1\n# 2 \"a.c\" 2\n");
    assertThat(ModelChoice.in(List.of(file.toString())).model()).isEqualTo(Model.GASPI);
  }
}
