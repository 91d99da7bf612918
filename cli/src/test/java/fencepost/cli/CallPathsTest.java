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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On which paths a program came to the two calls of a race that are in one helper. */
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

  private static final List<String> EXPECTED =
      List.of(
          "5 put < 8 first < 20 main, 5 put < 8 first < 21 main",
          "5 put < 8 first < 17 main, 5 put < 9 second < 18 main");

  @TempDir private Path directory;

  private Path source() throws IOException {
    return Files.writeString(directory.resolve("helper.c"), PROGRAM);
  }

  @ParameterizedTest
  @EnumSource(names = {"GCC_OPEN_MPI", "CLANG_OPEN_MPI", "FAST_OPEN_MPI"})
  void twoCallersOfOneHelperAreTwoFindings(TestToolchain toolchain) throws IOException {
    Path program = directory.resolve("program");
    List<String> arguments =
        new ArrayList<>(List.of("-g", "-O2", "-o", program.toString(), source().toString()));
    arguments.addAll(toolchain.options());
    Toolchain compiler = toolchain.of(Toolchain.Language.C);
    ModelChoice choice = ModelChoice.in(arguments);
    assertThat(new CompilerCommand(compiler, choice, arguments).run()).isZero();
    List<String> launcher = toolchain.launcher(3, program);
    assertThat(paths(TestProgram.findings(launcher, program, Set.of(), 120)))
        .containsExactlyElementsOf(EXPECTED);
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
