package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Programs that use MPI, OpenSHMEM or GASPI wrongly, under the detector: it must not get in the way
 * of the message, and the exit code is that of the program. And what the detector cannot follow.
 */
@Execution(ExecutionMode.CONCURRENT)
class WrongUseTest {
  private static final String MPI_MISTAKES =
      """
      #include <mpi.h>
      #include <string.h>
      static int is(int argc, char **argv, const char *mistake) {
        return argc > 1 && strcmp(argv[1], mistake) == 0;
      }
      int main(int argc, char **argv) {
        int mem = 0, buffer = 0, rank;
        MPI_Win win;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_create(&mem, sizeof mem, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_lock_all(0, win);
        if (is(argc, argv, "race") && rank == 0) {
          MPI_Put(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
          buffer = 1;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (is(argc, argv, "rank")) MPI_Win_flush(-1, win);
        if (is(argc, argv, "race") && rank == 0) MPI_Win_flush(0, MPI_WIN_NULL);
        MPI_Win_unlock_all(win);
        if (is(argc, argv, "unlock") && rank == 0) MPI_Win_unlock(1, win);
        MPI_Win_free(&win);
        if (is(argc, argv, "free") && rank == 0) MPI_Win_free(&win);
        if (is(argc, argv, "communicator") && rank == 0) MPI_Barrier(MPI_COMM_NULL);
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir Path directory = Path.of("");

  @Test
  void shmemEndsWithAMessage() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.ABORTS_RELIABLY);
    tool.copy(Path.of("../testbed/shmem/tests"));
    tool.run("$CC --model=shmem -o misuse misuse.c");
    assertThat(mistake(tool, "before-init"))
        .contains("shmem_my_pe: called before shmem_init", "exit 1");
    assertThat(mistake(tool, "after-finalize"))
        .contains("shmem_barrier_all: called after shmem_finalize", "exit 1");
    assertThat(mistake(tool, "no-such-pe")).contains("shmem_int_p: there is no PE 1000", "exit 1");
    assertThat(mistake(tool, "stack"))
        .contains("shmem_long_put: the 8 bytes at 0x", "are not symmetric", "exit 1");
    assertThat(mistake(tool, "global-exit")).contains("exit 3");
  }

  @Test
  void gaspiReturnsAnErrorWithAMessage() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.writeString(
        directory.resolve("misuse.c"),
        """
        #include <GASPI.h>
        #include <string.h>
        int main(int argc, char **argv) {
          int early = argc > 1 && strcmp(argv[1], "before-init") == 0;
          if (early && gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK) != GASPI_SUCCESS) return 3;
          gaspi_proc_init(GASPI_BLOCK);
          gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
          int wrong = 0;
          if (argc > 1 && strcmp(argv[1], "segment") == 0)
            wrong = gaspi_write(0, 0, 0, 9, 0, 8, 0, GASPI_BLOCK) != GASPI_SUCCESS;
          if (argc > 1 && strcmp(argv[1], "rank") == 0)
            wrong = gaspi_notify(0, 1000, 0, 1, 0, GASPI_BLOCK) != GASPI_SUCCESS;
          gaspi_proc_term(GASPI_BLOCK);
          if (argc > 1 && strcmp(argv[1], "after-term") == 0)
            wrong = gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK) != GASPI_SUCCESS;
          return wrong ? 3 : 0;
        }
        """);
    tool.run("$CC -o misuse misuse.c");
    assertThat(mistake(tool, "before-init"))
        .contains("gaspi_barrier: called before gaspi_proc_init", "exit 3");
    assertThat(mistake(tool, "after-term"))
        .contains("gaspi_barrier: called after gaspi_proc_term", "exit 3");
    assertThat(mistake(tool, "segment")).contains("gaspi_write: segment_id_remote 9", "exit 3");
    assertThat(mistake(tool, "rank")).contains("gaspi_notify: rank 1000 is out of range", "exit 3");
    assertThat(mistake(tool, "none")).contains("exit 0");
  }

  /** Open MPI does not check the rank of a flush. */
  @Test
  void aMistakeThatMpiLetsPassIsNamed() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.writeString(directory.resolve("misuse.c"), MPI_MISTAKES);
    tool.run("$CC -o misuse misuse.c");
    assertThat(mistake(tool, "rank"))
        .contains("called MPI_Win_flush in error: it names a rank that the window does not have")
        .contains("no race found (only a part was seen)", "exit 0");
  }

  /** MPICH does not check the datatype of no elements; the message orders all the same. */
  @Test
  void aMessageOfNoElementsMayHaveNoDatatype() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_MPICH);
    Files.writeString(
        directory.resolve("misuse.c"),
        """
        #include <mpi.h>
        #include <stddef.h>
        int main(int argc, char **argv) {
          int rank, *mem, value = 1;
          MPI_Win win;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
          MPI_Win_lock_all(0, win);
          if (rank == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_flush(1, win);
            MPI_Send(NULL, 0, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD);
          } else if (rank == 1) {
            MPI_Recv(NULL, 0, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            *mem = 2;
          }
          MPI_Win_unlock_all(win);
          MPI_Win_free(&win);
          MPI_Finalize();
          return 0;
        }
        """);
    tool.run("$CC -o misuse misuse.c");
    assertThat(mistake(tool, "none")).contains("no race found in", "exit 0");
  }

  /** MPI's exit code, the class of the error, and the call; a race before it is still reported. */
  @Test
  void mpiEndsWithItsOwnExitCode() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.ABORTS_RELIABLY);
    Files.writeString(directory.resolve("misuse.c"), MPI_MISTAKES);
    tool.run("$CC -o misuse misuse.c");
    assertThat(mistake(tool, "unlock")).contains("rank 0 was in MPI_Win_unlock", "exit 50");
    assertThat(mistake(tool, "free")).contains("rank 0 was in MPI_Win_free", "exit 45");
    assertThat(mistake(tool, "communicator")).contains("rank 0 was in MPI_Barrier", "exit 5");
    assertThat(mistake(tool, "race")).contains("exit code 45", "1 race found", "exit 66");
    assertThat(mistake(tool, "none")).contains("exit 0");
  }

  @Test
  void whatIsNoProgramIsNotStarted() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.createDirectory(directory.resolve("build"));
    for (String name : new String[] {"./build", "./missing", "missing"}) {
      assertThat(tool.run("./fencepost run -n 2 " + name + "; echo exit $?"))
          .contains("fencepost: there is no program " + name, "exit 2");
    }
  }

  /** What processes without the capture library do is not seen, so nothing may be concluded. */
  @Test
  void processesThatJoinWithoutBeingRecordedAreMissed() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.writeString(
        directory.resolve("misuse.c"),
        """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Comm others;
          MPI_Init(&argc, &argv);
          MPI_Comm_get_parent(&others);
          if (others == MPI_COMM_NULL)
            MPI_Comm_spawn("./plain", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others,
                           MPI_ERRCODES_IGNORE);
          MPI_Barrier(others);
          MPI_Comm_disconnect(&others);
          MPI_Finalize();
          return 0;
        }
        """);
    tool.run("mpicc.openmpi -o plain misuse.c && $CC -o misuse misuse.c");
    assertThat(tool.run("FENCEPOST_PATIENCE=1 ./fencepost run -n 1 ./misuse; echo exit $?"))
        .contains("the processes that joined were not built with fencepost")
        .contains("only 1 of 2 processes were recorded")
        .contains("rank 0 called MPI_Comm_spawn, which brought in processes that are not recorded")
        .contains("rank 1 is rank 0 of the spawned processes")
        .contains("only a part was seen", "exit 70");
  }

  /** The processes have names, and what they did together is all there. */
  @Test
  void spawnedProcessesHaveNames() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.copy(Path.of("../tests/spawn/spawn_put_before_fence.c"), directory.resolve("worker.c"));
    tool.run("$CC -o worker worker.c");
    assertThat(
            tool.run(
                "./fencepost run -n 2 --record=trace ./worker; echo exit $?;"
                    + " ./fencepost analyze --json=again.json trace; echo exit $?; cat again.json"))
        .contains("MPI_Put (write) by rank 1 of the spawned worker")
        .contains("fencepost: rank 3 is rank 1 of the spawned worker")
        .contains("\"process\" : \"rank 1 of the spawned worker\"")
        .contains("4 ranks", "exit 66")
        .doesNotContain("exit 70", "only a part was seen");
  }

  private static String mistake(TestTool tool, String mistake) throws IOException {
    return tool.run("./fencepost run --timeout=60 -n 2 ./misuse " + mistake + "; echo exit $?");
  }
}
