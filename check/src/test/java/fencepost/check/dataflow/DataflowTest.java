package fencepost.check.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small programs; the two lines marked {@code RACE} are the only finding, or there is none. */
class DataflowTest {
  private static final String MPI =
      """
      #include <mpi.h>
      #include <stdlib.h>
      extern volatile int sink;
      extern int unknown(void);
      int a[8], b[8], rank, peer;
      MPI_Win win, other;
      MPI_Request request, requests[4];
      #define PUT(buffer, to, w) MPI_Put(buffer, 1, MPI_INT, to, 0, 1, MPI_INT, w)
      #define GET(buffer, to, w) MPI_Get(buffer, 1, MPI_INT, to, 0, 1, MPI_INT, w)
      static void windows(void) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_create(a, 32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_create(a, 32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
      }
      """;

  @TempDir Path folder;

  private List<Finding> findings(String text, Options options) throws IOException {
    Path source = folder.resolve("program.c");
    Files.writeString(source, text);
    return TestSources.findings(source, options);
  }

  private void check(String text) throws IOException {
    List<Integer> lines = new ArrayList<>();
    List<String> all = text.lines().toList();
    for (int i = 0; i < all.size(); i++) {
      for (int at = all.get(i).indexOf("RACE"); at >= 0; at = all.get(i).indexOf("RACE", at + 1)) {
        lines.add(i + 1);
      }
    }
    assertThat(TestSources.lines(findings(text, Options.DEFAULT)))
        .isEqualTo(lines.isEmpty() ? Set.of() : Set.of(lines.get(0) + " and " + lines.get(1)));
  }

  private void mpi(String body) throws IOException {
    check(MPI + "int main(void) {\n  windows();\n" + body + "  return 0;\n}\n");
  }

  @Test
  void aStoreToTheBufferOfAPut() throws IOException {
    mpi("  PUT(b, 1, win); // RACE\n  b[0] = 1; // RACE\n");
    mpi("  PUT(b, 1, win);\n  b[1] = 1;\n");
    mpi("  PUT(b, 1, win);\n  sink = b[0];\n");
    mpi("  b[0] = 1;\n  PUT(b, 1, win);\n");
  }

  @Test
  void onlyTheSameWindowAndTargetCompletes() throws IOException {
    mpi("  GET(b, 1, win);\n  MPI_Win_flush(1, win);\n  sink = b[0];\n");
    mpi("  GET(b, 1, win); // RACE\n  MPI_Win_flush(1, other);\n  sink = b[0]; // RACE\n");
    mpi("  GET(b, 1, win); // RACE\n  MPI_Win_flush(2, win);\n  sink = b[0]; // RACE\n");
    mpi("  GET(b, peer, win);\n  MPI_Win_flush(unknown(), win);\n  sink = b[0];\n");
    mpi("  GET(b, 1, win); // RACE\n  MPI_Win_sync(win);\n  sink = b[0]; // RACE\n");
  }

  @Test
  void aFenceCompletesUnlessItSaysThatNothingPrecedes() throws IOException {
    mpi("  GET(b, 1, win);\n  MPI_Win_fence(0, win);\n  sink = b[0];\n");
    mpi(
        "  GET(b, 1, win); // RACE\n  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n"
            + "  sink = b[0]; // RACE\n");
  }

  @Test
  void oneBranchWithoutCompletionIsEnough() throws IOException {
    mpi(
        """
          PUT(b, 1, win); // RACE
          if (unknown())
            MPI_Win_flush(1, win);
          b[0] = 1; // RACE
        """);
    mpi(
        """
          PUT(b, 1, win);
          if (unknown())
            MPI_Win_flush(1, win);
          else
            MPI_Win_flush_all(win);
          b[0] = 1;
        """);
  }

  @Test
  void contradictoryGuardsAreNoWay() throws IOException {
    mpi(
        """
          if (rank == 0)
            PUT(b, 1, win);
          if (rank == 0)
            MPI_Win_flush(1, win);
          b[0] = 1;
        """);
    mpi("  if (rank == 0)\n    PUT(b, 1, win);\n  if (rank == 1)\n    b[0] = 1;\n");
    mpi("  if (rank == 0)\n    PUT(b, 1, win);\n  if (rank != 0)\n    b[0] = 1;\n");
    mpi(
        """
          if (rank > 2)
            PUT(b, 1, win); // RACE
          if (rank != 1)
            b[0] = 1; // RACE
        """);
    mpi("  if (rank > 2)\n    PUT(b, 1, win);\n  if (rank < 2)\n    b[0] = 1;\n");
  }

  @Test
  void theNextIterationComesBeforeTheCompletion() throws IOException {
    mpi(
        """
          for (int i = 0; i < 8; i++) {
            b[0] = i; // RACE
            PUT(b, 1, win); // RACE
          }
        """);
    mpi("  for (int i = 0; i < 8; i++) {\n    b[i] = i;\n    PUT(b + i, 1, win);\n  }\n");
    mpi(
        """
          for (int i = 0; i < 8; i++) {
            b[i % 2] = i;
            PUT(b + i % 2, 1, win);
            if (i > 0)
              MPI_Win_flush(1, win);
          }
        """);
  }

  @Test
  void aLoopSweepsOverTheBuffer() throws IOException {
    mpi("  PUT(b + 5, 1, win); // RACE\n  for (int i = 0; i < 8; i++)\n    b[i] = i; // RACE\n");
    mpi("  PUT(b + 5, 1, win);\n  for (int i = 0; i < 5; i++)\n    b[i] = i;\n");
    mpi("  PUT(b + 5, 1, win);\n  for (int i = 6; i < 8; i++)\n    b[i] = i;\n");
  }

  @Test
  void functionsAndTheirArgumentsAreFollowed() throws IOException {
    String functions =
        """
        static void put(int *p, int to) { PUT(p, to, win); } // RACE
        static void fill(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; } // RACE
        static int *second(int *p) { return p + 1; }
        """;
    String main = "int main(void) {\n  windows();\n";
    check(MPI + functions + main + "  put(b, 1);\n  fill(b, 4);\n}\n");
    String clean = functions.replace("// RACE", "");
    check(MPI + clean + main + "  put(b, 1);\n  fill(second(b), 4);\n}\n");
    check(MPI + clean + main + "  put(b, 1);\n  MPI_Win_flush(1, win);\n  fill(b, 4);\n}\n");
    check(
        MPI + clean + main + "  void (*f)(int *, int) = unknown() ? put : fill;\n  f(b, 1);\n}\n");
  }

  @Test
  void aliasesAreTheSameMemory() throws IOException {
    mpi("  int *p = malloc(32), *q = p + 2;\n  PUT(p + 2, 1, win); // RACE\n  *q = 1; // RACE\n");
    mpi("  int *p = malloc(32), *q = malloc(32);\n  PUT(p, 1, win);\n  *q = 1;\n");
  }

  @Test
  void memoryThatEnds() throws IOException {
    mpi("  int *p = malloc(32);\n  PUT(p + 2, 1, win); // RACE\n  free(p); // RACE\n");
    check(
        MPI
            + """
            static void put(void) {
              int local = 1;
              PUT(&local, 1, win); // RACE
            } // RACE
            int main(void) { windows(); put(); }
            """);
  }

  @Test
  void requestsAreToldApart() throws IOException {
    String send = "MPI_Isend(b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, ";
    mpi("  " + send + "&request); // RACE\n  b[0] = 1; // RACE\n");
    mpi("  " + send + "&request);\n  MPI_Wait(&request, MPI_STATUS_IGNORE);\n  b[0] = 1;\n");
    mpi(
        "  "
            + send
            + "&requests[2]); // RACE\n  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);\n"
            + "  b[0] = 1; // RACE\n");
    mpi(
        "  "
            + send
            + "&requests[1]);\n  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);\n  b[0] = 1;\n");
    mpi(
        "  "
            + send
            + "&request);\n  requests[3] = request;\n  MPI_Wait(&requests[3], MPI_STATUS_IGNORE);\n"
            + "  b[0] = 1;\n");
  }

  @Test
  void aTestCompletesIfItsFlagIsSet() throws IOException {
    String start =
        "  int done = 0;\n  MPI_Irecv(b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);%s\n";
    String test = "MPI_Test(&request, &done, MPI_STATUS_IGNORE);\n";
    mpi(start.formatted("") + "  while (!done)\n    " + test + "  sink = b[0];\n");
    mpi(start.formatted("") + "  " + test + "  if (done)\n    sink = b[0];\n");
    mpi(start.formatted(" // RACE") + "  " + test + "  if (!done)\n    sink = b[0]; // RACE\n");
  }

  @Test
  void persistentRequestsAreInFlightFromStartToWait() throws IOException {
    String init = "  MPI_Send_init(b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);\n";
    String start = "  MPI_Start(&request);%s\n";
    String wait = "  MPI_Wait(&request, MPI_STATUS_IGNORE);\n";
    mpi(init + "  b[0] = 1;\n" + start.formatted("") + wait + "  b[0] = 2;\n");
    mpi(init + start.formatted(" // RACE") + "  b[0] = 1; // RACE\n" + wait);
  }

  @Test
  void whatHasNoEffectIsNotInFlight() throws IOException {
    mpi("  PUT(b, MPI_PROC_NULL, win);\n  b[0] = 1;\n");
    mpi("  MPI_Put(b, 0, MPI_INT, 1, 0, 0, MPI_INT, win);\n  b[0] = 1;\n");
    mpi("  if (PUT(b, 1, win) != MPI_SUCCESS)\n    b[0] = 1;\n");
    mpi("  MPI_Fetch_and_op(b, a, MPI_INT, 1, 0, MPI_NO_OP, win);\n  b[0] = 1;\n");
  }

  @Test
  void contextsOfOpenShmem() throws IOException {
    String text =
        """
        #include <shmem.h>
        int x, y;
        int main(void) {
          shmem_init();
          shmem_ctx_t ctx;
          shmem_ctx_create(0, &ctx);
          shmem_ctx_int_get_nbi(ctx, &y, &x, 1, 1); // RACE
          %s
          y++; // RACE
        }
        """;
    check(text.formatted("shmem_quiet();"));
    check(text.replace("// RACE", "").formatted("shmem_ctx_quiet(ctx);"));
  }

  @Test
  void queuesOfGaspi() throws IOException {
    String text =
        """
        #include <GASPI.h>
        int main(void) {
          gaspi_pointer_t base;
          gaspi_segment_ptr(3, &base);
          int *data = base;
          gaspi_read(3, 8, 1, 3, 0, 8, 1, GASPI_BLOCK); // RACE
          data[%s] = 0;
          gaspi_wait(%s, GASPI_BLOCK);
          data[3] = 1; // RACE
        }
        """;
    check(text.formatted("4", "0"));
    check(text.replace("// RACE", "").formatted("1", "1"));
  }

  @Test
  void aFindingSaysWhatWhyAndHow() throws IOException {
    List<Finding> findings =
        findings(
            MPI + "int main(void) {\n  windows();\n  PUT(b, 1, win);\n  b[0] = 1;\n}\n",
            Options.DEFAULT);
    assertThat(findings).hasSize(1);
    Finding finding = findings.get(0);
    assertThat(finding.certainty().id()).isEqualTo("static-may");
    assertThat(finding.rule().id()).isEqualTo("buffer-in-use");
    assertThat(finding.location().object()).isEqualTo("variable b");
    assertThat(finding.accesses().get(0).operation()).isEqualTo("MPI_Put");
    assertThat(finding.accesses().get(0).place().function()).isEqualTo("main");
    assertThat(finding.accesses().get(1).operation()).isEqualTo("store");
    assertThat(finding.why()).contains("MPI_Put (program.c:17)", "the store (program.c:18)");
    assertThat(finding.fix()).startsWith("Complete MPI_Put (MPI_Win_flush_local");
    assertThat(finding.path()).containsExactly("from program.c:17 to program.c:18");
  }

  @Test
  void callsThatWereReachedAreLeftOut() throws IOException {
    String text = MPI + "int main(void) {\n  windows();\n  PUT(b, 1, win);\n  b[0] = 1;\n}\n";
    assertThat(findings(text, new Options(call -> true, block -> true, () -> true))).isEmpty();
  }
}
