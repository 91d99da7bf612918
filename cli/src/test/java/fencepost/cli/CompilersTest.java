package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What build systems ask of a compiler. */
class CompilersTest {
  /** A put to the window, whose owner touches it at the same time. */
  private static final String TOUCHES =
      """
      #include <mpi.h>
      void touch(int *window);
      int main(int argc, char **argv) {
        int rank, value = 1, *window;
        MPI_Win win;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
        MPI_Win_fence(0, win);
        if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        if (rank == 1) touch(window);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        return MPI_Finalize();
      }
      """;

  /** The same in Fortran. */
  private static final String TOUCHES_IN_FORTRAN =
      """
      program main
        use mpi
        integer :: rank, win, error
        integer, asynchronous :: window(4), buffer
        call MPI_Init(error)
        call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
        call MPI_Win_create(window, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
        call MPI_Win_fence(0, win, error)
        buffer = rank
        if (rank == 0) call MPI_Put(buffer, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, error)
        if (rank == 1) call touch(window)
        call MPI_Win_fence(0, win, error)
        call MPI_Win_free(win, error)
        call MPI_Finalize(error)
      end program
      """;

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @EnumSource(names = {"GCC_OPEN_MPI", "CLANG_OPEN_MPI"})
  void theCompilerIsADropIn(TestToolchain toolchain) throws IOException {
    TestTool tool = new TestTool(directory, toolchain);
    write("half.h", "int half(int);\n");
    write("half.c", "#include \"half.h\"\nint half(int n) { return n / 2; }\n");
    write("main.c", "#include \"half.h\"\nint main(void) { return half(1); }\n");

    // questions
    assertThat(tool.run("$CC --version")).containsPattern("gcc|clang");
    assertThat(tool.run("$CC -dumpversion")).containsPattern("^\\d+");
    assertThat(tool.run("$CC -print-file-name=libc.so").strip()).endsWith("libc.so");

    // stages
    assertThat(tool.run("$CC -E main.c")).contains("return half(1)");
    assertThat(tool.run("$CC -S -o - half.c")).contains("half:");
    tool.run("$CC -Werror -Wall -MMD -MF half.d -c half.c && grep -q half.h half.d");
    tool.run("$CC -Werror -MD -o both main.c half.c && ./both");
    tool.run("ar rcs libhalf.a half.o && $CC -Werror -o static main.c -L. -lhalf && ./static");

    // other ways in
    tool.run("echo 'int main(void) { return 0; }' | $CC -x c - -o from-stdin && ./from-stdin");
    write("arguments", "-o 'by file' main.c\nhalf.c\n");
    tool.run("$CC @arguments && './by file'");

    // a library that is opened at run time finds the runtime in the program
    write(
        "open.c",
        "#include <dlfcn.h>\nint main(void) { return dlopen(\"./libhalf.so\", RTLD_NOW) == 0; }\n");
    tool.run("$CC -Werror -shared -fPIC -Wl,--no-undefined -o libhalf.so half.c");
    tool.run("$CC -o open open.c && ./open");
  }

  @ParameterizedTest
  @EnumSource(names = {"GCC_OPEN_MPI", "GCC_MPICH"})
  void fortranInASharedLibraryOfACProgramIsSeen(TestToolchain toolchain) throws IOException {
    TestTool tool = new TestTool(directory, toolchain);
    write(
        "solver.f90",
        """
        subroutine solve() bind(c)
          use mpi_f08
          integer :: rank
          integer, asynchronous :: window(4), buffer
          type(MPI_Win) :: win
          call MPI_Comm_rank(MPI_COMM_WORLD, rank)
          call MPI_Win_create(window, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
          call MPI_Win_fence(0, win)
          buffer = rank
          if (rank == 0) call MPI_Put(buffer, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
          if (rank == 1) window(2) = 3
          call MPI_Win_fence(0, win)
          call MPI_Win_free(win)
        end subroutine
        """);
    write(
        "main.c",
        """
        #include <mpi.h>
        void solve(void);
        int main(int argc, char **argv) { MPI_Init(&argc, &argv); solve(); return MPI_Finalize(); }
        """);
    tool.run("$FC -g -shared -fPIC -o libsolver.so solver.f90");
    tool.run("$CC -o program main.c -L. -lsolver -Wl,-rpath,$PWD");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("solver.f90:10 and solver.f90:11"));
  }

  @Test
  void fastModeSeesWhatASharedLibraryDoes() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_OPEN_MPI);
    write("touch.c", "void touch(int *window) { window[1] = 3; }\n");
    write("main.c", TOUCHES);
    tool.run("$CC --fast -O2 -shared -fPIC -o libtouch.so touch.c");
    tool.run("$CC --fast -O2 -o program main.c -L. -ltouch -Wl,-rpath,$PWD");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("main.c:10 and touch.c:1"));
  }

  /** The table of sites is a part of the program, the debug information is not. */
  @Test
  void fastModeKnowsSourcePlacesWithoutDebugInformation() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_OPEN_MPI);
    write("touch.c", "void touch(int *window) { window[1] = 3; }\n");
    write("main.c", TOUCHES);
    tool.run("$CC --fast -O2 -o program main.c touch.c && strip program");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("main.c:10 and touch.c:1"));
  }

  /** What flang and gfortran have compiled becomes one program. */
  @Test
  void fortranThatFlangCannotReadIsCompiledWithoutFastMode() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_OPEN_MPI);
    write(
        "touch.f90",
        """
        subroutine touch(window)
          integer :: window(4)
          window(2) = 3
        end subroutine
        """);
    write("main.f90", TOUCHES_IN_FORTRAN);
    assertThat(tool.run("$FC --fast -O2 -c main.f90 2>&1"))
        .contains("without --fast")
        .hasLineCount(1);
    assertThat(tool.run("$FC --fast -O2 -c touch.f90 2>&1")).isEmpty();
    tool.run("$FC --fast -o program main.o touch.o");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("main.f90:10 and touch.f90:3"));
  }

  /** What is optimised is meant to be fast; what is not is compiled at once. */
  @Test
  void optimisedCodeIsInstrumentedByTheAnalysis() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    write("half.c", "int half(int n) { return n / 2; }\n");
    assertThat(sectionsOf(tool, "-O2")).contains(FastCompiler.BITCODE);
    assertThat(sectionsOf(tool, "-O0 -O")).contains(FastCompiler.BITCODE);
    assertThat(sectionsOf(tool, "")).doesNotContain(FastCompiler.BITCODE);
    assertThat(sectionsOf(tool, "-O2 -O0")).doesNotContain(FastCompiler.BITCODE);
    assertThat(sectionsOf(tool, "-O2 -Og")).doesNotContain(FastCompiler.BITCODE);
    assertThat(sectionsOf(tool, "-O2 --universal")).doesNotContain(FastCompiler.BITCODE);
    assertThat(sectionsOf(tool, "-O2 -fopenmp")).doesNotContain(FastCompiler.BITCODE);
    assertThat(tool.run("cp half.c conftest.c && $CC -O2 -c conftest.c && readelf -SW conftest.o"))
        .doesNotContain(FastCompiler.BITCODE);
  }

  private static String sectionsOf(TestTool tool, String options) throws IOException {
    return tool.run("$CC " + options + " -c half.c && readelf -SW half.o");
  }

  /** A function in a function is an extension of gcc, and clang does not know that option. */
  @Test
  void whatClangDoesNotTakeIsCompiledByTheUsualCompiler() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    write("touch.c", "void touch(int *w) { void set(int v) { w[1] = v; } set(3); }\n");
    write("main.c", TOUCHES);
    assertThat(tool.run("$CC -O2 -c touch.c 2>&1")).contains("without --fast").hasLineCount(1);
    assertThat(tool.run("$CC -O2 -fno-ipa-vrp -fvtable-verify=none -c main.c 2>&1"))
        .contains("without --fast");
    tool.run("$CC -O2 -o program main.o touch.o");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("main.c:10 and touch.c:1"));
    write("wrong.c", "int main(void) { return nothing; }\n");
    assertThat(tool.run("! $CC -O2 -c wrong.c 2>&1"))
        .contains("undeclared")
        .doesNotContain("without --fast");
  }

  /** Whoever links: the analysis of the whole program comes first. */
  @Test
  void objectsOfFastModeAreInstrumentedByAnyLink() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    write("touch.c", "void touch_(int *window) { window[1] = 3; }\n");
    write("main.f90", TOUCHES_IN_FORTRAN);
    tool.run("$CC -O2 -c touch.c && ar rcs libtouch.a touch.o");
    for (String link : List.of("main.f90 touch.o", "main.f90 -L. -ltouch")) {
      tool.run("$FC -O2 -o program " + link);
      TestProgram.checkRun(
          "program", directory.resolve("program"), 2, List.of("main.f90:10 and touch.c:1"));
    }
    assertThat(tool.run("! $FC -fuse-ld=gold -o program main.f90 touch.o"))
        .contains("touch.o was compiled with --fast");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }
}
