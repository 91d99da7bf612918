package fencepost.cli;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Programs of OpenSHMEM and GASPI with other compilers and libraries than {@link ProgramsTest} uses
 * for them: some evenly spread ones, or all with {@code -Dfencepost.full=true}.
 */
@Execution(ExecutionMode.CONCURRENT)
class OtherLibrariesTest {
  private static final int FEW = 4;
  private static final Set<String> NOT_OF_OPEN_MPI =
      Set.of("ptr_store.c", "scenario_ptr.c", "test_loop.c", "atomic_counter_as_barrier.c");

  @TestFactory
  Stream<DynamicTest> shmemWithClang() throws IOException {
    return some(TestToolchain.CLANG_OPEN_MPI, TestProgram.in("shmem").toList());
  }

  @TestFactory
  Stream<DynamicTest> shmemWithMpich() throws IOException {
    return some(TestToolchain.GCC_MPICH, TestProgram.in("shmem").toList());
  }

  /**
   * Open MPI has a library of its own, which is of version 1.4. It gives no pointer to a global of
   * another process, and these loops never end there, because polling lets nothing arrive.
   */
  @TestFactory
  Stream<DynamicTest> shmemOfOpenMpi() throws IOException {
    return some(
        TestToolchain.OPEN_SHMEM,
        TestProgram.in("shmem")
            .filter(program -> !program.needsShmem15())
            .filter(program -> !NOT_OF_OPEN_MPI.contains(program.name()))
            .toList());
  }

  @TestFactory
  Stream<DynamicTest> gaspiWithClang() throws IOException {
    return some(TestToolchain.CLANG_OPEN_MPI, TestProgram.in("gaspi").toList());
  }

  @TestFactory
  Stream<DynamicTest> gaspiWithMpich() throws IOException {
    return some(TestToolchain.GCC_MPICH, TestProgram.in("gaspi").toList());
  }

  private static Stream<DynamicTest> some(TestToolchain toolchain, List<TestProgram> all) {
    return ProgramsTest.tests(toolchain, ProgramsTest.sample(all, FEW, 0));
  }
}
