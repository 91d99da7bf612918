package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import fencepost.report.Rule;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Races of the threads of one process, in programs without MPI. The programs are those of {@code
 * tests/openmp}: the marked pair of lines is found, and nothing in the mended program.
 */
@Execution(ExecutionMode.CONCURRENT)
class ThreadRacesTest {
  private static final int REPEAT = Integer.getInteger("fencepost.repeat", 1);

  @TempDir static Path work = Path.of("");

  @TestFactory
  Stream<DynamicTest> gcc() throws IOException {
    return tests(TestProgram.in("openmp"), "gcc", "g++", "gfortran");
  }

  /** With the other library of OpenMP. */
  @TestFactory
  Stream<DynamicTest> clang() throws IOException {
    return tests(halfOfThoseInC(0), "clang-19", "clang++-19", "");
  }

  private static Stream<DynamicTest> tests(
      Stream<TestProgram> programs, String c, String cxx, String fortran) {
    return racyAndFixed(programs, (program, fixed) -> check(program, c, cxx, fortran, fixed));
  }

  /** Half of them, unless all are asked for. */
  private static Stream<TestProgram> halfOfThoseInC(int offset) throws IOException {
    List<TestProgram> programs =
        TestProgram.in("openmp")
            .filter(program -> !CompilerArguments.isFortran(program.name()))
            .toList();
    return ProgramsTest.sample(programs, programs.size() / 2, offset);
  }

  private interface Check {
    void check(TestProgram program, boolean fixed) throws IOException;
  }

  private static Stream<DynamicTest> racyAndFixed(Stream<TestProgram> programs, Check check) {
    return programs.flatMap(
        program ->
            Stream.of(false, true)
                .map(
                    fixed ->
                        DynamicTest.dynamicTest(
                            program.name() + (fixed ? " fixed" : ""),
                            () -> check.check(program, fixed))));
  }

  private static void check(
      TestProgram program, String c, String cxx, String fortran, boolean fixed) throws IOException {
    String compiler =
        switch (Toolchain.Language.of(program.name())) {
          case C -> c;
          case CXX -> cxx;
          case FORTRAN -> fortran;
        };
    Path executable = work.resolve(compiler + "-" + program.name() + (fixed ? "-fixed" : ""));
    compile(program, compiler, executable, fixed ? List.of("-DFIXED") : List.of());
    expect(program, fixed, executable);
  }

  private static void expect(TestProgram program, boolean fixed, Path executable)
      throws IOException {
    List<String> expected = fixed ? List.of() : program.markedLines();
    for (int i = 0; i < REPEAT; i++) {
      assertThat(places(List.of(executable.toString()))).containsExactlyElementsOf(expected);
    }
  }

  /** Instrumented by the analysis of the whole program, which looks for what threads share. */
  @TestFactory
  Stream<DynamicTest> fast() throws IOException {
    return racyAndFixed(halfOfThoseInC(1), ThreadRacesTest::checkFast);
  }

  private static void checkFast(TestProgram program, boolean fixed) throws IOException {
    Path executable = work.resolve("fast-" + program.name() + (fixed ? "-fixed" : ""));
    List<String> arguments =
        new ArrayList<>(List.of("--fast", "--threads", "-g", "-O2", "-fopenmp"));
    arguments.addAll(List.of(program.source().toString(), "-o", executable.toString()));
    if (fixed) {
      arguments.add("-DFIXED");
    }
    Toolchain toolchain = Toolchain.find(Toolchain.Language.of(program.name()));
    assertThat(new CompilerCommand(toolchain, ModelChoice.in(arguments), arguments).run()).isZero();
    assertThat(ProgramFile.leavesOutThreads(executable.toString())).isFalse();
    expect(program, fixed, executable);
  }

  /** Compiles a program without MPI, of which it makes no use. */
  static void compile(TestProgram program, String compiler, Path executable, List<String> options) {
    List<String> arguments =
        new ArrayList<>(List.of("-g", "-O1", "-fopenmp", program.source().toString()));
    arguments.addAll(List.of("-o", executable.toString()));
    arguments.addAll(options);
    assertThat(ModelChoice.in(arguments).unused()).as("uses no programming model").isTrue();
    ModelChoice choice = ModelChoice.in(List.of("--model=threads"));
    Toolchain toolchain = Toolchain.withoutMpi(Toolchain.Language.of(program.name()), compiler);
    assertThat(new CompilerCommand(toolchain, choice, arguments).run()).isZero();
  }

  /** Where the races of threads are that a command has, the program last. */
  static List<String> places(List<String> command) throws IOException {
    return places(run(command, true));
  }

  /** The same for a program with arguments. */
  static List<String> places(Path executable, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    command.addAll(List.of(arguments));
    return places(run(executable.toString(), command, true));
  }

  private static List<String> places(RunReport report) {
    return report.findings().stream().map(TestProgram::places).toList();
  }

  /** What orders threads also orders what has nothing to do with remote operations. */
  @TestFactory
  Stream<DynamicTest> mendedProgramsWithMpi() throws IOException {
    return Stream.of(TestToolchain.GCC_OPEN_MPI, TestToolchain.CLANG_OPEN_MPI)
        .flatMap(
            toolchain ->
                mended(toolchain)
                    .map(
                        program ->
                            DynamicTest.dynamicTest(
                                toolchain + " " + program.name(),
                                () -> assertThat(findings(program, toolchain)).isEmpty())));
  }

  private static Stream<TestProgram> mended(TestToolchain toolchain) {
    try {
      List<TestProgram> programs =
          TestProgram.in("threads")
              .filter(
                  program ->
                      toolchain == TestToolchain.GCC_OPEN_MPI
                          || !CompilerArguments.isFortran(program.name()))
              .toList();
      return ProgramsTest.sample(programs, 6, toolchain.ordinal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> findings(TestProgram program, TestToolchain toolchain)
      throws IOException {
    Path executable = work.resolve(toolchain + "-" + program.name());
    program.compile(toolchain, true, executable);
    List<String> command = new ArrayList<>(toolchain.launcher(program.ranks(), executable));
    command.add(executable.toString());
    return places(command);
  }

  private static RunReport run(Path executable, boolean threads) throws IOException {
    return run(List.of(executable.toString()), threads);
  }

  private static RunReport run(List<String> command, boolean threads) throws IOException {
    return run(command.get(command.size() - 1), command, threads);
  }

  private static RunReport run(String program, List<String> command, boolean threads)
      throws IOException {
    Path output = Files.createTempFile("fencepost-output", ".txt");
    try {
      MonitoredRun.Result result =
          new MonitoredRun(program, command)
              .timeoutAfter(60)
              .withThreads(threads)
              .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
              .run(Suppressions.parse(List.of()));
      assertThat(result.programExit()).as(Files.readString(output)).isZero();
      assertThat(result.report().complete()).as("%s", result.report().notes()).isTrue();
      assertThat(result.report().findings()) // a load or store has no buffer
          .noneMatch(finding -> finding.location().object().matches("buffer of (load|store).*"));
      return result.report();
    } finally {
      Files.delete(output);
    }
  }

  /** Also one in which nothing had to be recorded: it would seem to have no race of threads. */
  @Test
  void aProgramThatWasCompiledToBeFastIsKnown() throws IOException {
    Path source = Files.writeString(work.resolve("fast.c"), "int main(void) { return 0; }\n");
    Path executable = work.resolve("fast");
    List<String> arguments =
        List.of("--fast", "-O2", source.toString(), "-o", executable.toString());
    Toolchain mpicc = Toolchain.find(Toolchain.Language.C);
    assertThat(new CompilerCommand(mpicc, ModelChoice.in(arguments), arguments).run()).isZero();
    assertThat(ProgramFile.leavesOutThreads(executable.toString())).isTrue();
  }

  @Test
  void theyCountOnlyIfAskedFor() throws IOException {
    Path executable = work.resolve("hybrid");
    Path source = work.resolve("hybrid.c");
    Files.writeString(
        source,
        """
        #include <mpi.h>
        int main(int argc, char **argv) {
            int provided, sum = 0;
            MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
        #pragma omp parallel num_threads(2)
            sum += provided;
            MPI_Finalize();
            return sum == 0;
        }
        """);
    List<String> arguments =
        List.of("-g", "-O1", "-fopenmp", source.toString(), "-o", executable.toString());
    Toolchain mpicc = Toolchain.find(Toolchain.Language.C);
    assertThat(new CompilerCommand(mpicc, ModelChoice.in(arguments), arguments).run()).isZero();
    assertThat(run(executable, false).findings()).isEmpty();
    assertThat(run(executable, true).findings())
        .singleElement()
        .extracting(Finding::rule)
        .isEqualTo(Rule.THREADS);
  }
}
