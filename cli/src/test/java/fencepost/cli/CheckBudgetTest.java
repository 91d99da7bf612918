package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.Check;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.check.machine.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that never end, or whose analysis takes longer than their execution. */
class CheckBudgetTest {
  private static final double BUDGET = 4;

  /** None of them would ever end by itself; a busy machine may take its time. */
  private static final double AT_MOST = 15 * BUDGET;

  @TempDir Path directory;

  /** What is read and compiled once in a JVM has its time before. */
  @BeforeAll
  static void warmUp() throws Exception {
    StaticProgramsTest.explore(
        Path.of("../tests/mpi/put_store_origin_no_flush.c"), List.of(2), Set.of());
  }

  private Exploration.Result stopped(String name, String program) throws Exception {
    Path file = Files.writeString(directory.resolve(name), program);
    Image image =
        ProgramReader.image(
            StaticProgramsTest.COMPILER.compile(List.of(file), null, List.of(), directory));
    Exploration.Plan plan =
        new Exploration.Plan(
            List.of(2, 4),
            null,
            Set.of(),
            BUDGET,
            "run %d",
            (trials, races, steps, coverage) -> {});
    long start = System.nanoTime();
    Exploration.Result result = Check.run(image, plan, true);
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(seconds).isLessThan(AT_MOST);
    assertThat(result.stopped()).isTrue();
    return result;
  }

  private static String onWindow(String body) {
    return """
        #include <mpi.h>
        int main(int argc, char **argv) {
          static double memory[1000];
          double value = 1;
          int rank;
          MPI_Win win;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          MPI_Win_create(memory, sizeof memory, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
          MPI_Win_fence(0, win);
          for (long i = 0; ; i++) {
            %s
          }
          return 0;
        }
        """
        .formatted(body);
  }

  @Test
  void loopWithoutEnd() throws Exception {
    stopped("loop.c", "int main(void) { volatile int n = 0; for (;;) n++; }\n");
  }

  @Test
  void constructorWithoutEnd() throws Exception {
    stopped(
        "constructor.cpp",
        "struct S { S() { volatile int n = 0; for (;;) n++; } } s;\nint main() { return 0; }\n");
  }

  @Test
  void putsThatAllRaceWithEachOther() throws Exception {
    String put = "MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);";
    assertThat(stopped("puts.c", onWindow(put)).findings()).isNotEmpty();
  }

  @Test
  void moreEventsThanTheEngineCanFollow() throws Exception {
    String touches = "for (int k = 0; k < 1000; k += 3) memory[k] += memory[999 - k];";
    stopped("events.c", onWindow(touches));
  }
}
