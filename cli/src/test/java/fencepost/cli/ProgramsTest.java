package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compiles and runs the programs below {@code tests}. Each is one scenario: as it stands it has one
 * race, between the two lines marked {@code // RACE}; compiled with {@code -DFIXED} it has none.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProgramsTest {
  private static final Path PROGRAMS = Path.of("../tests/mpi");
  private static final int REPEAT = Integer.getInteger("fencepost.repeat", 1);
  private static final String FILTER = System.getProperty("fencepost.filter", "");

  @TestFactory
  Stream<DynamicTest> racyProgramsAreReportedWithBothLines() throws IOException {
    return sources()
        .map(source -> DynamicTest.dynamicTest(name(source), () -> check(source, false)));
  }

  @TestFactory
  Stream<DynamicTest> fixedProgramsAreClean() throws IOException {
    return sources()
        .map(source -> DynamicTest.dynamicTest(name(source) + " fixed", () -> check(source, true)));
  }

  private static Stream<Path> sources() throws IOException {
    return Files.list(PROGRAMS)
        .filter(path -> path.toString().endsWith(".c") && path.toString().contains(FILTER))
        .sorted();
  }

  private static String name(Path source) {
    return source.getFileName().toString();
  }

  private static void check(Path source, boolean fixed) throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Path program = work.resolve("program");
      List<String> arguments =
          new ArrayList<>(List.of("-g", "-O1", "-o", program.toString(), source.toString()));
      if (fixed) {
        arguments.add("-DFIXED");
      }
      Toolchain toolchain = Toolchain.find(Toolchain.Language.C);
      assertThat(new CompilerCommand(toolchain, arguments).run()).isZero();
      List<String> expected = fixed ? List.of() : markedLines(source);
      for (int i = 0; i < REPEAT; i++) {
        run(source, program, work, expected);
      }
    } finally {
      CaptureLibrary.delete(work);
    }
  }

  private static void run(Path source, Path program, Path work, List<String> expected)
      throws IOException {
    List<String> command = new ArrayList<>(Launcher.command(null, ranks(source)));
    command.add(program.toString());
    Path output = work.resolve("output");
    MonitoredRun.Result result =
        new MonitoredRun(name(source), command)
            .timeoutAfter(60)
            .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
            .run(Suppressions.parse(List.of()));
    assertThat(result.programExit()).as(Files.readString(output)).isZero();
    assertThat(result.report().complete()).as("the whole run was seen").isTrue();
    assertThat(result.report().findings().stream().map(ProgramsTest::lines))
        .containsExactlyElementsOf(expected);
  }

  private static String lines(Finding finding) {
    return finding.accesses().get(0).place().line()
        + " and "
        + finding.accesses().get(1).place().line();
  }

  /**
   * The expected finding: the two marked lines, in order; one line that races with itself is marked
   * twice.
   */
  private static List<String> markedLines(Path source) throws IOException {
    List<Integer> marked = new ArrayList<>();
    List<String> lines = Files.readAllLines(source);
    for (int i = 0; i < lines.size(); i++) {
      for (int at = lines.get(i).indexOf("RACE");
          at >= 0 && i > 1;
          at = lines.get(i).indexOf("RACE", at + 1)) {
        marked.add(i + 1);
      }
    }
    assertThat(marked).as("marked lines").hasSize(2);
    return List.of(marked.get(0) + " and " + marked.get(1));
  }

  private static int ranks(Path source) throws IOException {
    String first = Files.readAllLines(source).get(0);
    return Integer.parseInt(first.replaceFirst("// ranks: ", "").strip());
  }
}
