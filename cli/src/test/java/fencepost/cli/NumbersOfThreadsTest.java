package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The verdict does not depend on how many threads a program has, which of them is faster, and what
 * else the machine does. With one thread, only what nothing orders on that thread is left: tasks,
 * sections, chunks. One program of each kind is tried, and all of them, again and again on a busy
 * machine, with {@code -Dfencepost.full=true} and {@code -Dfencepost.repeat=20}.
 */
class NumbersOfThreadsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int REPEAT = Integer.getInteger("fencepost.repeat", 1);
  private static final List<Integer> NUMBERS = FULL ? List.of(1, 2, 3, 8) : List.of(1, 8);

  /** The programs say how many threads they want; here others do. */
  private static final String NO_NUMBER = "-Dnum_threads(n)=";

  private static final List<Process> LOAD = new ArrayList<>();

  @TempDir static Path work = Path.of("");

  @BeforeAll
  static void keepTheMachineBusy() throws IOException {
    int processes = FULL ? Runtime.getRuntime().availableProcessors() : 0;
    for (int i = 0; i < processes; i++) {
      LOAD.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
    }
  }

  @AfterAll
  static void letItRest() {
    LOAD.forEach(Process::destroy);
  }

  @TestFactory
  Stream<DynamicTest> programsOfThreads() throws IOException {
    List<TestProgram> programs = takingAnyThreads("openmp");
    List<TestProgram> some =
        programs.stream().filter(p -> FULL || p.name().startsWith("sections")).toList();
    return Stream.of("gcc", "clang-19")
        .flatMap(
            compiler ->
                some.stream()
                    .flatMap(
                        program ->
                            Stream.of(false, true)
                                .map(fixed -> ofThreads(program, compiler, fixed))));
  }

  @TestFactory
  Stream<DynamicTest> hybridPrograms() throws IOException {
    List<TestProgram> programs = takingAnyThreads("threads");
    List<TestToolchain> toolchains =
        List.of(
            TestToolchain.GCC_OPEN_MPI, TestToolchain.CLANG_OPEN_MPI, TestToolchain.FAST_OPEN_MPI);
    return programs.stream()
        .limit(FULL ? programs.size() : 1)
        .flatMap(
            program ->
                toolchains.stream()
                    .limit(FULL ? toolchains.size() : 1)
                    .flatMap(
                        toolchain ->
                            Stream.of(false, true)
                                .map(fixed -> hybrid(program, toolchain, fixed))));
  }

  private static List<TestProgram> takingAnyThreads(String directory) throws IOException {
    return TestProgram.in(directory).filter(TestProgram::takesAnyThreads).toList();
  }

  private static DynamicTest ofThreads(TestProgram program, String compiler, boolean fixed) {
    return test(
        compiler,
        program,
        fixed,
        executable -> ThreadRacesTest.compile(program, compiler, executable, options(fixed)),
        (executable, number) -> {
          List<String> command = new ArrayList<>(number);
          command.add(executable.toString());
          return ThreadRacesTest.places(command);
        });
  }

  private static DynamicTest hybrid(TestProgram program, TestToolchain toolchain, boolean fixed) {
    return test(
        toolchain.toString(),
        program,
        fixed,
        executable -> program.compile(toolchain, fixed, executable, NO_NUMBER),
        (executable, number) -> {
          List<String> launcher = new ArrayList<>(toolchain.launcher(program.ranks(), executable));
          launcher.addAll(number);
          return TestProgram.findings(launcher, executable, program.strict(), 120).stream()
              .map(TestProgram::places)
              .toList();
        });
  }

  /** Makes the program. */
  private interface Making {
    void make(Path executable) throws IOException;
  }

  /** Runs the program behind words that set the number of threads: the places that race. */
  private interface Running {
    List<String> places(Path executable, List<String> number) throws IOException;
  }

  private static DynamicTest test(
      String compiler, TestProgram program, boolean fixed, Making making, Running running) {
    String name = compiler + " " + program.name() + (fixed ? " fixed" : "");
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Path executable = work.resolve(name.replace(' ', '-'));
          making.make(executable);
          for (int threads : NUMBERS) {
            List<String> number = List.of("env", "OMP_NUM_THREADS=" + threads);
            for (int i = 0; i < REPEAT; i++) {
              assertThat(running.places(executable, number))
                  .as("with %d threads, run %d", threads, i)
                  .isEqualTo(expected(program, fixed, threads));
            }
          }
        });
  }

  private static List<String> options(boolean fixed) {
    return fixed ? List.of(NO_NUMBER, "-DFIXED") : List.of(NO_NUMBER);
  }

  private static List<String> expected(TestProgram program, boolean fixed, int threads)
      throws IOException {
    return fixed || (threads == 1 && !program.racesAlone()) ? List.of() : program.markedLines();
  }
}
