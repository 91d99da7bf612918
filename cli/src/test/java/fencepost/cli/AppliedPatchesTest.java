package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import fencepost.report.Patch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A fix that the report gives as a line of source ends its race: the line is inserted, and the
 * program is executed again, some of them also by a real library.
 */
class AppliedPatchesTest {
  private static final int ONE_IN = 8;

  @TempDir private Path directory;

  /**
   * @param number how many programs are tried, but for the long form, which tries all
   * @param least how many of the programs have races that such a line ends
   */
  @ParameterizedTest
  @CsvSource({"mpi, 40, 4", "shmem, 25, 2", "gaspi, 100, 1"})
  void aProgramWithTheLineHasNoRace(String programs, int number, int least) throws Exception {
    int patched = 0;
    for (TestProgram program : sample(programs, number).toList()) {
      List<Patch> patches = patches(program);
      if (!patches.isEmpty()) {
        TestProgram mended = new TestProgram(apply(program, patches));
        String headers = "-I" + program.source().toAbsolutePath().getParent();
        assertThat(findings(mended, headers).stream().map(TestProgram::places))
            .as("%s with %s", program.name(), patches)
            .isEmpty();
        if (patched++ % ONE_IN == 0) {
          checkRun(mended, headers);
        }
      }
    }
    assertThat(patched).isGreaterThanOrEqualTo(least);
  }

  private static Stream<TestProgram> sample(String programs, int number) throws IOException {
    return ProgramsTest.sample(TestProgram.in(programs).toList(), number, 1);
  }

  private static List<Patch> patches(TestProgram program) throws Exception {
    return findings(program).stream().map(Finding::patch).filter(Objects::nonNull).toList();
  }

  private static List<Finding> findings(TestProgram program, String... flags) throws Exception {
    return StaticProgramsTest.explore(
            program.source(), List.of(program.ranks()), program.strict(), flags)
        .findings();
  }

  private Path apply(TestProgram program, List<Patch> patches) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(program.source()));
    for (Patch patch : patches) { // one: a program of these has one race
      lines.add(patch.line() - 1, patch.text());
    }
    return Files.write(directory.resolve(program.name()), lines);
  }

  private void checkRun(TestProgram program, String headers) throws IOException {
    TestToolchain toolchain = TestToolchain.GCC_MPICH;
    Path binary = directory.resolve("program");
    program.compile(toolchain, false, binary, headers);
    List<String> launcher = toolchain.launcher(program.ranks(), binary);
    try {
      assertThat(TestProgram.findings(launcher, binary, program.strict(), 120)).isEmpty();
    } catch (AssertionError e) {
      throw new AssertionError(Files.readString(program.source()), e);
    }
  }
}
