package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.Tool;
import fencepost.bench.runner.Verdict;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * In cases of the benchmark suite, exactly the labelled race is found. What depends on schedules is
 * not among them.
 */
@Execution(ExecutionMode.CONCURRENT)
class SuiteProgramsTest {
  private static final int SAMPLE = 15;
  private static final int FEW = 6;
  private static final String LATER = "schedule";
  private static SuiteFiles suite = new SuiteFiles(Path.of(""));

  @BeforeAll
  static void generate() throws IOException {
    suite = SuiteFiles.generate();
  }

  @AfterAll
  static void delete() throws IOException {
    suite.close();
  }

  @TestFactory
  Stream<DynamicTest> mpi() throws IOException {
    return tests(Model.MPI, TestToolchain.GCC_OPEN_MPI, SAMPLE, 0);
  }

  @TestFactory
  Stream<DynamicTest> mpiWithMpich() throws IOException {
    return tests(Model.MPI, TestToolchain.GCC_MPICH, FEW, 7);
  }

  /** These were described wrongly by an MPI library with large counts. */
  @TestFactory
  Stream<DynamicTest> datatypesWithMpich() throws IOException {
    List<Case> cases =
        suite.cases(Model.MPI).stream().filter(c -> c.name().contains("-typeh")).toList();
    return tests(cases.stream(), tool(TestToolchain.GCC_MPICH));
  }

  @TestFactory
  Stream<DynamicTest> mpiWithClang() throws IOException {
    return tests(Model.MPI, TestToolchain.CLANG_OPEN_MPI, FEW, 14);
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return tests(Model.SHMEM, TestToolchain.GCC_OPEN_MPI, SAMPLE, 0);
  }

  @TestFactory
  Stream<DynamicTest> shmemWithClang() throws IOException {
    return tests(Model.SHMEM, TestToolchain.CLANG_OPEN_MPI, FEW, 7);
  }

  @TestFactory
  Stream<DynamicTest> gaspi() throws IOException {
    return tests(Model.GASPI, TestToolchain.GCC_OPEN_MPI, SAMPLE, 0);
  }

  @TestFactory
  Stream<DynamicTest> gaspiWithClang() throws IOException {
    return tests(Model.GASPI, TestToolchain.CLANG_OPEN_MPI, FEW, 7);
  }

  @TestFactory
  Stream<DynamicTest> mpiFast() throws IOException {
    return fast(Model.MPI);
  }

  @TestFactory
  Stream<DynamicTest> shmemFast() throws IOException {
    return fast(Model.SHMEM);
  }

  @TestFactory
  Stream<DynamicTest> gaspiFast() throws IOException {
    return fast(Model.GASPI);
  }

  /** Without running them. */
  @TestFactory
  Stream<DynamicTest> fortranExecutedByCheck() throws IOException {
    List<Case> cases =
        suite.cases(Model.MPI).stream()
            .filter(c -> CompilerArguments.isFortran(c.sources().get(0).toString()))
            .toList();
    return tests(SuiteFiles.sample(cases, FEW, 0), new StaticTool(60));
  }

  /** Whoever gets a lock or is heard first, what another order would show is found. */
  @TestFactory
  Stream<DynamicTest> ordersOfLocksAndMessagesArePredicted() throws IOException {
    List<Case> cases = new ArrayList<>(suite.cases(Model.MPI));
    cases.addAll(suite.cases(Model.SHMEM));
    return tests(
        cases.stream()
            .filter(
                c -> c.category().equals(LATER) && c.name().matches(".*(lockorder|wildcard).*")),
        tool(TestToolchain.GCC_OPEN_MPI).predicting());
  }

  private static Stream<DynamicTest> fast(Model model) throws IOException {
    List<Case> cases =
        now(model).stream().filter(c -> !CompilerArguments.isFortran(c.name())).toList();
    return tests(SuiteFiles.sample(cases, FEW, 0), tool(TestToolchain.GCC_OPEN_MPI).compileFast());
  }

  private static Stream<DynamicTest> tests(
      Model model, TestToolchain toolchain, int number, int first) throws IOException {
    return tests(SuiteFiles.sample(now(model), number, first), tool(toolchain));
  }

  private static List<Case> now(Model model) throws IOException {
    return suite.cases(model).stream().filter(c -> !c.category().equals(LATER)).toList();
  }

  private static DynamicTool tool(TestToolchain toolchain) {
    return new DynamicTool(60).compileWith(toolchain.all());
  }

  static Stream<DynamicTest> tests(Stream<Case> cases, Tool tool) {
    return cases.map(given -> DynamicTest.dynamicTest(given.name(), () -> check(given, tool)));
  }

  private static void check(Case given, Tool tool) throws IOException {
    Path work = Files.createTempDirectory("fencepost-case-");
    try {
      Verdict verdict = tool.examine(given, work);
      assertThat(verdict.ending()).as(verdict.message()).isEqualTo(Verdict.Ending.FINISHED);
      if (given.isRacy()) {
        assertThat(verdict.races()).hasSize(1);
        assertThat(verdict.races().get(0)).containsExactlyInAnyOrderElementsOf(given.pair());
      } else {
        assertThat(verdict.races()).isEmpty();
      }
    } finally {
      NativeLibrary.delete(work);
    }
  }
}
