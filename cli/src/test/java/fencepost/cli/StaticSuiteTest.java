package fencepost.cli;

import fencepost.bench.runner.Case;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** In cases of the benchmark suite, exactly the labelled race is found without running them. */
@Execution(ExecutionMode.CONCURRENT)
class StaticSuiteTest {
  private static final int SAMPLE = 10;
  private static final String THREADS = "hybrid";
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
    return tests(Model.MPI, false);
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return tests(Model.SHMEM, false);
  }

  @TestFactory
  Stream<DynamicTest> gaspi() throws IOException {
    return tests(Model.GASPI, false);
  }

  @TestFactory
  Stream<DynamicTest> threadsAndMpi() throws IOException {
    return tests(Model.MPI, true);
  }

  @TestFactory
  Stream<DynamicTest> threadsAndShmem() throws IOException {
    return tests(Model.SHMEM, true);
  }

  @TestFactory
  Stream<DynamicTest> threadsAndGaspi() throws IOException {
    return tests(Model.GASPI, true);
  }

  private static Stream<DynamicTest> tests(Model model, boolean threads) throws IOException {
    List<Case> cases =
        suite.cases(model).stream()
            .filter(c -> c.category().equals(THREADS) == threads)
            .filter(c -> !CompilerArguments.isFortran(c.source().toString()))
            .toList();
    return SuiteProgramsTest.tests(SuiteFiles.sample(cases, SAMPLE, 3), new StaticTool(60));
  }
}
