package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What build systems ask of a compiler. */
@Execution(ExecutionMode.CONCURRENT)
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

  private static final String TOUCH_IN_FORTRAN =
      """
      subroutine touch(window)
        integer :: window(4)
        window(2) = 3
      end subroutine
      """;

  /** MPICH has it only in its modules. */
  private static final String SIZEOF =
      "use mpi\ninteger :: m, error\ncall MPI_Sizeof(1.5, m, error)\nend\n";

  /** What flang leaves to its library: the lines in which the window is touched. */
  private static final String WHOLE_ARRAYS =
      """
      program main
        use mpi
        implicit none
        integer :: rank, win, error
        integer, target :: window(4, 4), buf(4, 4)
        integer, allocatable :: other(:, :)
        call MPI_Init(error)
        call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
        call MPI_Win_create(window, 64_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
        buf = 1
        allocate(other(4, 4), source=2)
        call MPI_Win_fence(0, win, error)
        if (rank == 0) call MPI_Put(buf, 16, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 16, MPI_INTEGER, win, error)
        if (rank == 1) then
          other = window
          print *, window
          window = transpose(other)
          print *, sum(window)
          window = matmul(other, other)
          call pass(window(1:3:2, 1:3:2))
        end if
        call MPI_Win_fence(0, win, error)
        call MPI_Win_free(win, error)
        call MPI_Finalize(error)
      contains
        subroutine pass(section)
          integer, contiguous :: section(:, :)
          section(1, 1) = 1
        end subroutine
      end program
      """;

  /** Operators, callbacks, absent and passed on errors; stops unless all is right. */
  private static final String HANDLES_IN_FORTRAN =
      """
      module handles
        use mpi_f08
        use, intrinsic :: iso_c_binding
        type holder
          type(MPI_Comm) :: comm = MPI_COMM_NULL
          type(MPI_Request), allocatable :: requests(:)
        end type
      contains
        subroutine sums(invec, inoutvec, len, datatype)
          type(c_ptr), value :: invec, inoutvec
          integer :: len
          type(MPI_Datatype) :: datatype
          integer, pointer :: a(:), b(:)
          call c_f_pointer(invec, a, [len])
          call c_f_pointer(inoutvec, b, [len])
          b = a + b
        end subroutine
        subroutine extent(datatype, bytes, ierror)
          type(MPI_Datatype) :: datatype
          integer(MPI_ADDRESS_KIND) :: bytes, lower
          integer, optional :: ierror
          call MPI_Type_get_extent(datatype, lower, bytes, ierror)
        end subroutine
      end module
      program main
        use handles
        implicit none
        type(holder) :: mine
        type(MPI_Datatype) :: pair
        type(MPI_Status) :: status
        type(MPI_Info) :: info
        type(MPI_Op) :: op
        character(16) :: text
        integer(MPI_ADDRESS_KIND) :: bytes
        integer :: rank, n, from, error = -1
        integer, asynchronous :: a(2), b(2)
        logical :: flag
        call MPI_Init()
        if (mine%comm /= MPI_COMM_NULL) stop 1
        mine%comm = MPI_COMM_WORLD
        if (.not. mine%comm == MPI_COMM_WORLD) stop 2
        call MPI_Comm_rank(mine%comm, rank)
        allocate(mine%requests(2), source=MPI_REQUEST_NULL)
        if (any(mine%requests /= MPI_REQUEST_NULL)) stop 3
        call MPI_Op_create(sums, .true., op)
        a = rank
        call MPI_Allreduce(a, b, 2, MPI_INTEGER, op, mine%comm)
        if (any(b /= 1)) stop 4
        call MPI_Op_free(op)
        call MPI_Type_contiguous(2, MPI_INTEGER, pair)
        call MPI_Type_commit(pair)
        call extent(pair, bytes)
        if (bytes /= 8) stop 5
        call extent(pair, bytes, error)
        if (error /= MPI_SUCCESS) stop 6
        from = 1 - rank
        call MPI_Irecv(b, 1, pair, from, 7, mine%comm, mine%requests(1))
        call MPI_Isend(a, 1, pair, from, 7, mine%comm, mine%requests(2))
        call MPI_Wait(mine%requests(1), status)
        if (status%MPI_SOURCE /= from .or. status%MPI_TAG /= 7 .or. any(b /= from)) stop 7
        call MPI_Get_count(status, pair, n)
        if (n /= 1) stop 8
        call MPI_Waitall(2, mine%requests, MPI_STATUSES_IGNORE)
        call MPI_Info_create(info)
        call MPI_Info_set(info, 'no_locks', 'true')
        call MPI_Info_get(info, 'no_locks', 16, text, flag)
        if (.not. flag .or. text /= 'true') stop 9
        call MPI_Info_free(info)
        call MPI_Type_free(pair)
        if (MPI_Aint_diff(16_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND) /= 12) stop 10
        call MPI_Finalize()
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
  void fastModeTakesFortranWithOpenMp() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_OPEN_MPI);
    write(
        "total.f90",
        """
        program total
          integer :: i, sum
          sum = 0
        !$omp parallel do reduction(+ : sum)
          do i = 1, 10
            sum = sum + i
          end do
          if (sum /= 55) stop 1
        end program
        """);
    assertThat(tool.run("$FC --fast -O2 -fopenmp -o total total.f90 && ./total")).isEmpty();
    assertThat(tool.run("ldd total")).contains("libomp").doesNotContain("libgomp");
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

  /** Only the compiler that has made a module can read it; what both make becomes one program. */
  @Test
  void fortranThatFlangCannotReadIsCompiledWithoutFastMode() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_OPEN_MPI);
    write("touch.f90", TOUCH_IN_FORTRAN);
    write("nothing.f90", "module nothing\nend module\n");
    write("main.f90", TOUCHES_IN_FORTRAN.replace("use mpi", "use nothing; use mpi"));
    tool.run("$FC --universal -c nothing.f90");
    assertThat(tool.run("$FC --fast -O2 -c main.f90 2>&1"))
        .contains("without --fast")
        .hasLineCount(1);
    assertThat(tool.run("$FC --fast -O2 -c touch.f90 2>&1")).isEmpty();
    tool.run("$FC --fast -o program main.o touch.o");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("main.f90:10 and touch.f90:3"));
  }

  @Test
  void fastModeSeesWhatTheLibraryOfFlangDoes() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_OPEN_MPI);
    write("main.f90", WHOLE_ARRAYS);
    assertThat(tool.run("$FC --fast -O1 -o program main.f90 2>&1")).isEmpty();
    TestProgram.checkRun(
        "program",
        directory.resolve("program"),
        2,
        IntStream.rangeClosed(15, 20).mapToObj(n -> "main.f90:13 and main.f90:" + n).toList());
  }

  /** Nothing can be done then but to say so. */
  @Test
  void filesThatNeedBothCompilersAreRefused() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_MPICH);
    write("values.f90", "module values\ninteger :: n\nend module\n");
    write("size.f90", SIZEOF.replace("use mpi", "use values; use mpi"));
    tool.run("$FC --fast -c values.f90");
    assertThat(tool.run("! $FC --fast -c size.f90 2>&1")).contains("build without --fast");
    tool.run("$FC --universal -c values.f90 && $FC --fast -c size.f90");
  }

  /** What the library's modules would mean otherwise than those that are made for flang. */
  @Test
  void whatModulesForFlangLeaveOutIsCompiledWithoutFastMode() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.FAST_MPICH);
    write("size.f90", SIZEOF);
    write(
        "large.f90",
        "use mpi_f08\ninteger(MPI_COUNT_KIND) :: n = 1\ninteger :: a(1)\ncall MPI_Init()\n"
            + "call MPI_Bcast(a, n, MPI_INTEGER, 0, MPI_COMM_WORLD)\ncall MPI_Finalize()\nend\n");
    for (String file : List.of("size.f90", "large.f90")) {
      assertThat(tool.run("$FC --fast -c " + file + " 2>&1"))
          .contains("without --fast")
          .hasLineCount(1);
    }
  }

  /** A procedure of the other binding shares handles with those of {@code mpi_f08}. */
  @ParameterizedTest
  @EnumSource(names = {"FAST_OPEN_MPI", "FAST_MPICH"})
  void fastModeKnowsTheModulesOfMpi(TestToolchain toolchain) throws IOException {
    TestTool tool = new TestTool(directory, toolchain);
    write("touch.f90", TOUCH_IN_FORTRAN);
    // flang wants an interface for what is given something asynchronous, and touch has none
    write("main.f90", TOUCHES_IN_FORTRAN.replace("asynchronous", "target"));
    write("handles.f90", HANDLES_IN_FORTRAN);
    for (String file : List.of("touch", "main", "handles")) {
      assertThat(tool.run("$FC --fast -O2 -c " + file + ".f90 2>&1")).isEmpty();
    }
    tool.run("$FC --fast -o program main.o touch.o");
    TestProgram.checkRun(
        "program", directory.resolve("program"), 2, List.of("main.f90:10 and touch.f90:3"));
    tool.run("$FC --fast -o handles handles.o");
    TestProgram.checkRun("handles", directory.resolve("handles"), 2, List.of());
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

  /** clang without the runtime library of OpenMP: the other compiler does all the work. */
  @Test
  void withoutItsRuntimeLibraryOpenMpIsLeftToTheUsualCompiler() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Path wrapper = directory.resolve("mpicc");
    Shell.script(
        wrapper,
        "#!/bin/sh\ncase $* in *-print-file-name=*) echo libomp.so;; *) mpicc \"$@\";; esac\n");
    write(
        "sum.c",
        "#include <omp.h>\n#include <mpi.h>\nint main(void) { return omp_in_parallel(); }\n");
    String compiler = "FENCEPOST_CC=" + wrapper + " $CC --fast -O2 -fopenmp ";
    assertThat(tool.run(compiler + "-c sum.c 2>&1"))
        .contains("apt-get install -y --no-install-recommends libomp-19-dev");
    assertThat(tool.run("readelf -SW sum.o")).doesNotContain(FastCompiler.BITCODE);
    assertThat(tool.run(compiler + "-o program sum.o 2>&1 && ./program && readelf -dW program"))
        .contains("libgomp")
        .doesNotContain("libomp.so]");
    assertThat(tool.run(compiler + "-E sum.c 2>/dev/null")).contains("int main");
  }

  /** What clang's preprocessor refuses another one may take; nothing is written twice. */
  @Test
  void preprocessingIsLeftToTheUsualCompilerWhereClangRefuses() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    write("gnu.c", "int kept;\n#ifdef __clang__\n#error not for clang\n#endif\nint rest;\n");
    assertThat(tool.run("$CC --fast -E -P gnu.c 2>/dev/null")).isEqualTo("int kept;\nint rest;\n");
    assertThat(tool.run("$CC --fast -E -P -o gnu.i gnu.c 2>&1 && cat gnu.i"))
        .contains("without --fast", "int kept;\nint rest;");
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
