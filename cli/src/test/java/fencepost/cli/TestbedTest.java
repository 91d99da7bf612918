package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The runtimes below {@code testbed}. Their tests are programs that check themselves, with prompt
 * and with delayed delivery. If a program begins with {@code // fails ARGUMENT: MESSAGE}, it must
 * fail with that message when it is given that argument.
 */
@Execution(ExecutionMode.CONCURRENT)
class TestbedTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final Pattern FAILS = Pattern.compile("(?m)^// fails (\\S+): (.+)$");
  private static final String SECONDS = "120";
  private static final int TIMED_OUT = 124;

  @TempDir static Path work = Path.of("");

  @TestFactory
  Stream<DynamicTest> testsOfTheRuntimesPassOnOpenMpi() throws IOException {
    return tests(TestToolchain.GCC_OPEN_MPI, List.of("", "1"), 1, 4);
  }

  @TestFactory
  Stream<DynamicTest> testsOfTheRuntimesPassWithClang() throws IOException {
    return tests(TestToolchain.CLANG_OPEN_MPI, List.of(""), 2);
  }

  @TestFactory
  Stream<DynamicTest> testsOfTheRuntimesPassOnMpich() throws IOException {
    return tests(TestToolchain.GCC_MPICH, List.of("1"), 3);
  }

  /** With any number of processes and any delay, or with some of both. */
  private static Stream<DynamicTest> tests(
      TestToolchain toolchain, List<String> someSeeds, Integer... someSizes) throws IOException {
    List<String> seeds = FULL ? List.of("", "1") : someSeeds;
    List<Integer> sizes = FULL ? List.of(1, 2, 3, 4) : List.of(someSizes);
    List<DynamicTest> tests = new ArrayList<>();
    for (Path sources : TestRuntime.all()) {
      Path directory = Files.createTempDirectory(work, "build-");
      TestRuntime runtime = new TestRuntime(sources, toolchain, directory).build();
      for (Path program : TestRuntime.tests(sources)) {
        if (TestProgram.isWanted(program)) {
          String name = sources.getFileName() + " " + program.getFileName();
          tests.add(DynamicTest.dynamicTest(name, () -> check(runtime, program, sizes, seeds)));
        }
      }
    }
    return tests.stream();
  }

  private static void check(
      TestRuntime runtime, Path program, List<Integer> sizes, List<String> seeds)
      throws IOException {
    String executable = runtime.compile(program).toString();
    List<MatchResult> mistakes = FAILS.matcher(Files.readString(program)).results().toList();
    if (mistakes.isEmpty()) {
      succeeds(executable, sizes, seeds);
    } else if (runtime.toolchain() == TestToolchain.ABORTS_RELIABLY) {
      for (MatchResult mistake : mistakes) {
        Shell.Result result = run(2, "", executable, mistake.group(1));
        assertThat(result.exitCode()).as(mistake.group(1)).isNotIn(0, TIMED_OUT);
        assertThat(result.output()).contains(mistake.group(2));
      }
    }
  }

  private static void succeeds(String executable, List<Integer> sizes, List<String> seeds) {
    for (int size : sizes) {
      for (String seed : seeds) {
        Shell.Result result = run(size, seed, executable);
        assertThat(result.exitCode())
            .as("on %d processes, delay '%s'\n%s", size, seed, result.output())
            .isZero();
      }
    }
  }

  private static Shell.Result run(int processes, String seed, String program, String... arguments) {
    List<String> command = new ArrayList<>(List.of("env", "FENCEPOST_TESTBED_DELAY=" + seed));
    command.addAll(List.of("timeout", SECONDS));
    command.addAll(Launcher.command(null, processes, program));
    command.add(program);
    command.addAll(List.of(arguments));
    return Shell.run(command);
  }
}
