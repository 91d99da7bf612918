package fencepost.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compiles and runs the programs below {@code tests}, racy and fixed. Every program is tried with
 * gcc and Open MPI, or in fast mode if it is about that; evenly spread ones with other compilers
 * and another MPI library, or all with {@code -Dfencepost.full=true}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProgramsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int SAMPLE = 25;

  @TestFactory
  Stream<DynamicTest> c() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("mpi"));
  }

  @TestFactory
  Stream<DynamicTest> cWithClang() throws IOException {
    return tests(TestToolchain.CLANG_OPEN_MPI, sample(TestProgram.in("mpi").toList(), 0));
  }

  /** The analysis of whole programs must lose nothing. */
  @TestFactory
  Stream<DynamicTest> cFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(TestProgram.in("mpi").toList(), 2));
  }

  @TestFactory
  Stream<DynamicTest> cFastWithMpich() throws IOException {
    List<TestProgram> all = TestProgram.in("mpi").toList();
    return tests(TestToolchain.FAST_MPICH, FULL ? all.stream() : sample(all, 3).limit(10));
  }

  /** What is inlined no longer returns: such functions are not. */
  @TestFactory
  Stream<DynamicTest> scopesFast() throws IOException {
    return tests(
        TestToolchain.FAST_OPEN_MPI,
        TestProgram.in("mpi").filter(program -> program.name().startsWith("scope_")));
  }

  /** Programs made to defeat filters and hoisting, which mean the same in both modes. */
  @TestFactory
  Stream<DynamicTest> madeToDefeatFilters() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, TestProgram.in("fast"));
  }

  @TestFactory
  Stream<DynamicTest> madeToDefeatFiltersUniversal() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, sample(TestProgram.in("fast").toList(), 10, 0));
  }

  @TestFactory
  Stream<DynamicTest> shmemFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(TestProgram.in("shmem").toList(), 12, 0));
  }

  @TestFactory
  Stream<DynamicTest> gaspiFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(TestProgram.in("gaspi").toList(), 12, 0));
  }

  @TestFactory
  Stream<DynamicTest> cxxFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(TestProgram.in("cxx").toList(), 4, 0));
  }

  @TestFactory
  Stream<DynamicTest> cWithMpich() throws IOException {
    return tests(TestToolchain.GCC_MPICH, sample(TestProgram.in("mpi").toList(), 1));
  }

  /** Open MPI 4 does not have MPI 4. */
  @TestFactory
  Stream<DynamicTest> cOfMpi4WithMpich() throws IOException {
    return tests(TestToolchain.GCC_MPICH, TestProgram.in("mpi4"));
  }

  /** MPICH 4.0 over UCX, which Debian has, cannot spawn or connect processes. */
  @TestFactory
  Stream<DynamicTest> processesThatJoin() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("spawn"));
  }

  @TestFactory
  Stream<DynamicTest> processesThatJoinFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(TestProgram.in("spawn").toList(), 3, 0));
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("shmem"));
  }

  @TestFactory
  Stream<DynamicTest> cxx() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("cxx"));
  }

  @TestFactory
  Stream<DynamicTest> cxxWithClang() throws IOException {
    return tests(TestToolchain.CLANG_OPEN_MPI, sample(TestProgram.in("cxx").toList(), 4, 1));
  }

  @TestFactory
  Stream<DynamicTest> gaspi() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("gaspi"));
  }

  @TestFactory
  Stream<DynamicTest> fortran() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("fortran"));
  }

  @TestFactory
  Stream<DynamicTest> fortranFast() throws IOException {
    return tests(
        TestToolchain.FAST_FLANG,
        TestProgram.in("fortran").filter(p -> p.name().startsWith("mpifh")));
  }

  /** flang is given modules of its own for the MPI library. */
  @TestFactory
  Stream<DynamicTest> fortranModulesFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(withModules(), 8, 1));
  }

  @TestFactory
  Stream<DynamicTest> fortranModulesFastWithMpich() throws IOException {
    return tests(TestToolchain.FAST_MPICH, sample(withModules(), 5, 0));
  }

  private static List<TestProgram> withModules() throws IOException {
    return TestProgram.in("fortran").filter(p -> !p.name().startsWith("mpifh")).toList();
  }

  @TestFactory
  Stream<DynamicTest> fortranWithMpich() throws IOException {
    return tests(TestToolchain.GCC_MPICH, sample(TestProgram.in("fortran").toList(), 8, 0));
  }

  @TestFactory
  Stream<DynamicTest> threads() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, TestProgram.in("threads"));
  }

  /** With the other library of OpenMP. */
  @TestFactory
  Stream<DynamicTest> threadsWithClang() throws IOException {
    return tests(TestToolchain.CLANG_OPEN_MPI, sample(inC(TestProgram.in("threads")), 9, 0));
  }

  @TestFactory
  Stream<DynamicTest> threadsFast() throws IOException {
    return tests(TestToolchain.FAST_OPEN_MPI, sample(inC(TestProgram.in("threads")), 9, 1));
  }

  private static List<TestProgram> inC(Stream<TestProgram> programs) {
    return programs.filter(program -> !CompilerArguments.isFortran(program.name())).toList();
  }

  /** Evenly spread: the names begin with the subject, so that every subject is among them. */
  static Stream<TestProgram> sample(List<TestProgram> all, int offset) {
    return sample(all, SAMPLE, offset);
  }

  static <T> Stream<T> sample(List<T> all, int number, int offset) {
    int step = FULL ? 1 : Math.max(1, all.size() / number);
    return IntStream.range(0, all.size()).filter(i -> i % step == offset % step).mapToObj(all::get);
  }

  static Stream<DynamicTest> tests(TestToolchain toolchain, Stream<TestProgram> programs) {
    return programs.flatMap(
        program ->
            Stream.of(
                DynamicTest.dynamicTest(program.name(), () -> program.check(toolchain, false)),
                DynamicTest.dynamicTest(
                    program.name() + " fixed", () -> program.check(toolchain, true))));
  }
}
