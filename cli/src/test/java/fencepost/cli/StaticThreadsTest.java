package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.Exploration;
import fencepost.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Programs with threads, and with calls of which nothing is known, without running them. */
class StaticThreadsTest {
  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> racesBetweenThreadsAreFoundOnTheirLines() throws IOException {
    return TestProgram.in("threads")
        .flatMap(
            program ->
                Stream.of(
                    DynamicTest.dynamicTest(program.name(), () -> check(program, false)),
                    DynamicTest.dynamicTest(
                        program.name() + " fixed", () -> check(program, true))));
  }

  private static void check(TestProgram program, boolean fixed) throws Exception {
    StaticProgramsTest.check(program, StaticProgramsTest.COMPILER, fixed, "-fopenmp");
  }

  private Exploration.Result explore(String body) throws Exception {
    Path source =
        Files.writeString(
            directory.resolve("program.c"),
            """
            #include <mpi.h>
            #include <pthread.h>
            void surprise(int *);
            int main(int argc, char **argv) {
              int rank, value = 1, other = 1, memory = 0;
              MPI_Win win;
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &rank);
              MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
              MPI_Win_fence(0, win);
            BODY
              MPI_Win_fence(0, win);
              MPI_Win_free(&win);
              MPI_Finalize();
              return 0;
            }
            """
                .replace("BODY", body));
    return StaticProgramsTest.explore(source, List.of(2), Set.of());
  }

  private static String race(String variable) {
    return """
        if (rank == 0) {
          MPI_Put(&%1$s, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
          %1$s = 2;
        }
        MPI_Win_fence(0, win);
        """
        .formatted(variable);
  }

  @Test
  void whatIsFoundBehindACallThatIsNotModelledIsADoubt() throws Exception {
    assertThat(explore(race("value") + "surprise(&other);\n" + race("other")).findings())
        .extracting(Finding::certainty)
        .containsExactly(Finding.Certainty.STATIC_MUST, Finding.Certainty.STATIC_MAY);
  }

  @Test
  void aFunctionOfThreadsThatIsNotModelledEndsTheProcess() throws Exception {
    Exploration.Result result = explore("pthread_cancel(pthread_self());\n" + race("value"));
    assertThat(result.notes()).anyMatch(note -> note.contains("pthread_cancel"));
    assertThat(result.findings()).isEmpty();
    assertThat(result.completeTrials()).isZero();
  }
}
