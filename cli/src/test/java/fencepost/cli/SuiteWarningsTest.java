package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.runner.Case;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The programs of the benchmark suite compile without warnings: C11, C++17 and Fortran, with gcc
 * and with clang, on Open MPI and on MPICH.
 */
@Execution(ExecutionMode.CONCURRENT)
class SuiteWarningsTest {
  private static final int SAMPLE = 60;
  private static final int AT_ONCE = 50;
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
    return tests(
        Model.MPI,
        TestToolchain.GCC_OPEN_MPI,
        TestToolchain.CLANG_OPEN_MPI,
        TestToolchain.GCC_MPICH);
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return tests(Model.SHMEM, TestToolchain.GCC_OPEN_MPI, TestToolchain.CLANG_OPEN_MPI);
  }

  @TestFactory
  Stream<DynamicTest> gaspi() throws IOException {
    return tests(Model.GASPI, TestToolchain.GCC_OPEN_MPI, TestToolchain.CLANG_OPEN_MPI);
  }

  private static Stream<DynamicTest> tests(Model model, TestToolchain... toolchains)
      throws IOException {
    Map<Toolchain.Language, List<Path>> sources =
        SuiteFiles.sample(suite.cases(model), SAMPLE, 3)
            .map(Case::sources)
            .flatMap(List::stream)
            .collect(
                Collectors.groupingBy(
                    source -> Toolchain.Language.of(source.toString()),
                    TreeMap::new,
                    Collectors.toList()));
    List<DynamicTest> tests = new ArrayList<>();
    for (TestToolchain toolchain : toolchains) {
      sources.forEach(
          (language, files) ->
              tests.add(
                  DynamicTest.dynamicTest(
                      toolchain + " " + language,
                      () -> compile(model, toolchain.of(language), files))));
    }
    return tests.stream();
  }

  private static void compile(Model model, Toolchain toolchain, List<Path> sources) {
    for (int i = 0; i < sources.size(); i += AT_ONCE) {
      List<String> command = new ArrayList<>(List.of(toolchain.wrapper(), "-fsyntax-only", "-O2"));
      command.addAll(List.of("-fopenmp", "-Wall", "-Wextra", "-Werror"));
      switch (toolchain.language()) {
        case C -> command.add("-std=c11");
        case CXX -> command.add("-std=c++17");
        case FORTRAN -> command.add("-std=f2018");
      }
      if (toolchain.isClang()) {
        // What the wrapper adds for the linker is not used here.
        command.add("-Wno-unused-command-line-argument");
      }
      if (model != Model.MPI) {
        command.addAll(List.of("-I", "../testbed/" + model.id()));
      }
      sources.stream().skip(i).limit(AT_ONCE).forEach(source -> command.add(source.toString()));
      Shell.Result result = Shell.run(command);
      assertThat(result.output()).isEmpty();
      assertThat(result.exitCode()).isZero();
    }
  }
}
