package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import fencepost.report.SourcePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On which paths a program came to the two sides of a race that are in one helper. */
class CallPathsTest {
  private static final String PROGRAM =
      """
      #include <mpi.h>
      static int *base;
      static MPI_Win win;
      static void put(int value) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
      }
      static void first(void) { put(1); }
      static void second(void) { put(2); }
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        MPI_Win_lock_all(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) first();
        if (rank == 2) second();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) first();
        if (rank == 2) first();
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
        MPI_Finalize();
      }
      """;

  private static final String ACCESSES =
      """
      #include <mpi.h>
      #include <string.h>
      static char *base;
      static MPI_Win win;
      __attribute__((noinline)) static void set(int i) {
        base[i] = (char)i;
      }
      __attribute__((noinline)) static void copy(int i, const char *from, long size) {
        memcpy(base + i, from, size);
      }
      __attribute__((noinline)) static void fill(int from, int to) {
        for (int i = from; i < to; i++) base[i] = 1;
      }
      int main(int argc, char **argv) {
        char data[64] = {0};
        MPI_Init(&argc, &argv);
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        MPI_Win_fence(0, win);
        if (rank == 1) MPI_Put(data, 64, MPI_CHAR, 0, 0, 64, MPI_CHAR, win);
        if (rank == 0) {
          set(0);
          copy(1, argv[0], argc);
          fill(8, 8 + 4 * argc);
          set(20);
          copy(21, argv[0], argc);
          fill(32, 32 + 4 * argc);
        }
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        MPI_Finalize();
      }
      """;

  private static final String INLINED =
      """
      #include <mpi.h>
      #include <string.h>
      static char *base;
      static MPI_Win win;
      __attribute__((always_inline)) static inline void copy(const char *from) {
        memcpy(base, from, 64);
      }
      __attribute__((noinline)) static void step(const char *from) {
        copy(from);
      }
      int main(int argc, char **argv) {
        char data[64] = {0};
        MPI_Init(&argc, &argv);
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        MPI_Win_fence(0, win);
        if (rank == 1) MPI_Put(data, 64, MPI_CHAR, 0, 0, 64, MPI_CHAR, win);
        if (rank == 0) step(data);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        MPI_Finalize();
      }
      """;

  private static final List<String> EXPECTED_OF_ACCESSES =
      List.of(
          "6 set < 23 main, 21 main",
          "6 set < 26 main, 21 main",
          "9 copy < 24 main, 21 main",
          "9 copy < 27 main, 21 main",
          "12 fill < 25 main, 21 main",
          "12 fill < 28 main, 21 main");

  private static final List<String> EXPECTED =
      List.of(
          "5 put < 8 first < 20 main, 5 put < 8 first < 21 main",
          "5 put < 8 first < 17 main, 5 put < 9 second < 18 main");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"GCC_OPEN_MPI", "CLANG_OPEN_MPI", "FAST_OPEN_MPI"})
  void twoCallersOfOneHelperAreTwoFindings(TestToolchain toolchain) throws IOException {
    assertThat(paths(toolchain, 3, PROGRAM)).containsExactlyElementsOf(EXPECTED);
  }

  @ParameterizedTest
  @EnumSource(names = {"GCC_OPEN_MPI", "CLANG_OPEN_MPI", "FAST_OPEN_MPI"})
  void soAreTwoCallersOfAFunctionThatLoadsAndStores(TestToolchain toolchain) throws IOException {
    assertThat(paths(toolchain, 2, ACCESSES))
        .containsExactlyInAnyOrderElementsOf(EXPECTED_OF_ACCESSES);
  }

  @ParameterizedTest
  @EnumSource(names = {"GCC_OPEN_MPI", "CLANG_OPEN_MPI", "FAST_OPEN_MPI"})
  void anAccessThatWasInlinedIsNamedOnce(TestToolchain toolchain) throws IOException {
    assertThat(paths(toolchain, 2, INLINED)).containsExactly("6 copy < 9 step < 19 main, 18 main");
  }

  @Test
  void checkTellsThePathsOfARun() throws Exception {
    Path source = Files.writeString(directory.resolve("helper.c"), ACCESSES);
    assertThat(paths(StaticProgramsTest.explore(source, List.of(2), Set.of()).findings()))
        .containsExactlyInAnyOrderElementsOf(EXPECTED_OF_ACCESSES);
  }

  private List<String> paths(TestToolchain toolchain, int ranks, String source) throws IOException {
    Path program = directory.resolve("program");
    Path file = Files.writeString(directory.resolve("helper.c"), source);
    List<String> arguments =
        new ArrayList<>(List.of("-g", "-O2", "-o", program.toString(), file.toString()));
    arguments.addAll(toolchain.options());
    Toolchain compiler = toolchain.of(Toolchain.Language.C);
    ModelChoice choice = ModelChoice.in(arguments);
    assertThat(new CompilerCommand(compiler, choice, arguments).run()).isZero();
    List<String> launcher = toolchain.launcher(ranks, program);
    return paths(TestProgram.findings(launcher, program, Set.of(), 120));
  }

  private static List<String> paths(List<Finding> findings) {
    return findings.stream()
        .map(
            finding ->
                finding.accesses().stream()
                    .map(access -> path(access.stack()))
                    .collect(Collectors.joining(", ")))
        .toList();
  }

  private static String path(List<SourcePlace> stack) {
    return stack.stream()
        .map(place -> place.line() + " " + place.function())
        .collect(Collectors.joining(" < "));
  }
}
