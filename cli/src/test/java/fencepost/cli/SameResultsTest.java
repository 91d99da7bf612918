package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A program built with {@code --fast} does what the same compiler's plain program does: same
 * output, same exit code. Of the repository's programs those in {@code tests/apps}, and all with
 * {@code -Dfencepost.full=true}; {@code -Dfencepost.csmith=N} tries N random programs.
 */
@Execution(ExecutionMode.CONCURRENT)
class SameResultsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int RANDOM = Integer.getInteger("fencepost.csmith", 3);
  private static final int TIMED_OUT = 124;
  private static final Path CSMITH = Path.of("/usr/include/csmith");

  @TestFactory
  Stream<DynamicTest> programsOfTheTestsPrintTheSameInFastMode() throws IOException {
    List<String> directories = FULL ? List.of("apps", "mpi", "fast", "cxx") : List.of("apps");
    List<TestProgram> programs = new ArrayList<>();
    for (String directory : directories) {
      TestProgram.in(directory).forEach(programs::add);
    }
    return programs.stream()
        .filter(program -> !CompilerArguments.isFortran(program.name()))
        .map(program -> DynamicTest.dynamicTest(program.name(), () -> compare(program.source())));
  }

  private static void compare(Path source) throws IOException {
    Path work = Files.createTempDirectory("fencepost-same-");
    try {
      List<String> launcher = Launcher.command(null, 4);
      Shell.Result plain = Shell.run(with(launcher, plain(source, work, "-DFIXED", "-lm")));
      Shell.Result fast = Shell.run(with(launcher, fast(source, work, "-DFIXED", "-lm")));
      assertThat(output(fast)).isEqualTo(output(plain));
      assertThat(fast.exitCode()).isEqualTo(plain.exitCode());
    } finally {
      NativeLibrary.delete(work);
    }
  }

  /** What depends on the time is left out, and lines may come in any order from several ranks. */
  private static List<String> output(Shell.Result result) {
    return result
        .output()
        .lines()
        .filter(line -> !line.startsWith("compute_seconds"))
        .map(line -> line.replaceAll("\\d+ collisions|last seen at \\d+", ""))
        .sorted()
        .toList();
  }

  /** Globals that others may access, so that everything is instrumented that touches them. */
  @TestFactory
  Stream<DynamicTest> randomProgramsPrintTheSameInFastMode() {
    assumeTrue(Shell.find("csmith").isPresent() && Files.exists(CSMITH), "csmith is installed");
    return IntStream.rangeClosed(1, RANDOM)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> compareRandom(seed)));
  }

  private static void compareRandom(int seed) throws IOException {
    Path work = Files.createTempDirectory("fencepost-csmith-");
    try {
      Path source = work.resolve("random.c");
      Shell.run(
          List.of(
              "env",
              "-C",
              work.toString(),
              "csmith",
              "--seed",
              "" + seed,
              "-o",
              source.toString()));
      Files.writeString(
          source, Files.readString(source).replaceAll("(?m)^static (?!long __undef)", ""));
      String[] options = {"-w", "-I" + CSMITH, "-Wl,-export-dynamic"};
      List<String> limit = List.of("timeout", "10");
      Shell.Result plain = Shell.run(with(limit, plain(source, work, options)));
      assumeTrue(plain.exitCode() != TIMED_OUT, "it ends");
      Shell.Result fast = Shell.run(with(List.of("timeout", "60"), fast(source, work, options)));
      assertThat(fast).as("seed " + seed).isEqualTo(plain);
      assertThat(plain.output()).startsWith("checksum");
    } finally {
      NativeLibrary.delete(work);
    }
  }

  private static List<String> with(List<String> launcher, Path program) {
    List<String> command = new ArrayList<>(launcher);
    command.add(program.toString());
    return command;
  }

  private static Path plain(Path source, Path work, String... options) {
    Path program = work.resolve("plain");
    List<String> command = new ArrayList<>(List.of(compiler(TestToolchain.CLANG_OPEN_MPI, source)));
    command.addAll(List.of("-O3", "-o", program.toString(), source.toString()));
    command.addAll(List.of(options));
    Shell.Result result = Shell.run(command);
    assertThat(result.exitCode()).as(result.output()).isZero();
    return program;
  }

  private static String compiler(TestToolchain toolchain, Path source) {
    return toolchain.of(Toolchain.Language.of(source.toString())).wrapper();
  }

  private static Path fast(Path source, Path work, String... options) {
    Path program = work.resolve("fast");
    List<String> arguments =
        new ArrayList<>(List.of("--fast", "-O3", "-o", program.toString(), source.toString()));
    arguments.addAll(List.of(options));
    Toolchain toolchain = TestToolchain.CLANG_OPEN_MPI.of(Toolchain.Language.of(source.toString()));
    assertThat(new CompilerCommand(toolchain, ModelChoice.in(arguments), arguments).run()).isZero();
    return program;
  }
}
