package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.CaseReader;
import fencepost.bench.runner.Verdict;
import fencepost.bench.suite.Suite;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Cases of the benchmark suite, evenly spread, or all with {@code -Dfencepost.full=true}: they
 * compile without warnings, and exactly the labelled race is found. What depends on threads and on
 * schedules is not among them.
 */
@Execution(ExecutionMode.CONCURRENT)
class SuiteProgramsTest {
  private static final int SAMPLE = 15;
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final List<String> LATER = List.of("hybrid", "schedule");
  private static Path directory = Path.of("");

  private final DynamicTool tool =
      new DynamicTool(60).compileWith(TestToolchain.GCC_OPEN_MPI.all());

  @BeforeAll
  static void generate() throws IOException {
    directory = Files.createTempDirectory("fencepost-suite-");
    for (Model model : Model.values()) {
      Path its = Files.createDirectory(directory.resolve(model.name()));
      for (Map.Entry<String, String> file : Suite.of(model).files().entrySet()) {
        Files.writeString(its.resolve(file.getKey()), file.getValue());
      }
    }
  }

  @AfterAll
  static void delete() throws IOException {
    NativeLibrary.delete(directory);
  }

  @TestFactory
  Stream<DynamicTest> mpi() throws IOException {
    return tests(Model.MPI);
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return tests(Model.SHMEM);
  }

  @TestFactory
  Stream<DynamicTest> gaspi() throws IOException {
    return tests(Model.GASPI);
  }

  private Stream<DynamicTest> tests(Model model) throws IOException {
    List<Case> cases =
        CaseReader.in(directory.resolve(model.name())).stream()
            .filter(given -> !LATER.contains(given.category()))
            .toList();
    int step = FULL ? 1 : cases.size() / SAMPLE;
    return IntStream.range(0, cases.size())
        .filter(i -> i % step == 0)
        .mapToObj(cases::get)
        .map(given -> DynamicTest.dynamicTest(given.name(), () -> check(given, model)));
  }

  private void check(Case given, Model model) throws IOException {
    if (given.name().endsWith(".c")) {
      compilesWithoutWarnings(given, model);
    }
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

  private static void compilesWithoutWarnings(Case given, Model model) {
    for (String compiler : List.of("gcc", "clang-19")) {
      List<String> command = new ArrayList<>();
      command.addAll(List.of("env", "OMPI_CC=" + compiler, "mpicc.openmpi", "-fsyntax-only"));
      command.addAll(List.of("-Wall", "-Wextra", "-Werror"));
      // What the wrapper adds for the linker is not used here.
      command.add("-Wno-unused-command-line-argument");
      if (model != Model.MPI) {
        command.addAll(List.of("-I", "../testbed/" + model.name().toLowerCase(Locale.ROOT)));
      }
      given.sources().forEach(source -> command.add(source.toString()));
      Shell.Result result = Shell.run(command);
      assertThat(result.exitCode()).as(result.output()).isZero();
    }
  }
}
