package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Realistic programs with bugs that can be switched on. As they stand they are clean; compiled with
 * {@code -DBUG=n}, the lines marked {@code BUGn} race with each other and nothing else does.
 */
@Execution(ExecutionMode.CONCURRENT)
class ApplicationsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int MOST_BUGS = 9;
  private static final TestToolchain UNIVERSAL = TestToolchain.GCC_OPEN_MPI;
  private static final TestToolchain FAST = TestToolchain.FAST_OPEN_MPI;

  @TestFactory
  Stream<DynamicTest> applicationsWithoutTheirBugsAreClean() throws IOException {
    return applications()
        .flatMap(
            source ->
                ranks(source)
                    .map(
                        n ->
                            DynamicTest.dynamicTest(
                                source.getFileName() + " on " + n,
                                () ->
                                    assertThat(linesOfRaces(UNIVERSAL, source, 0, n)).isEmpty())));
  }

  /**
   * Bugs are looked for with four processes; without them, two or four do, or two, four and eight.
   */
  private static Stream<Integer> ranks(Path source) {
    List<Integer> all = List.of(2, 4, 8);
    return FULL ? all.stream() : Stream.of(all.get(source.toString().length() % 2));
  }

  @TestFactory
  Stream<DynamicTest> bugsAreFoundOnTheirLines() throws IOException {
    return bugs(UNIVERSAL, applications());
  }

  @TestFactory
  Stream<DynamicTest> fastModeFindsTheSameBugsAndNoOthers() throws IOException {
    List<Path> sources = applications().toList();
    Stream<DynamicTest> clean =
        ProgramsTest.sample(sources, 6, 0)
            .map(
                source ->
                    DynamicTest.dynamicTest(
                        source.getFileName() + " clean",
                        () -> assertThat(linesOfRaces(FAST, source, 0, 4)).isEmpty()));
    List<DynamicTest> bugs = bugs(FAST, sources.stream()).toList();
    return Stream.concat(clean, ProgramsTest.sample(bugs, 12, 0));
  }

  private static Stream<DynamicTest> bugs(TestToolchain toolchain, Stream<Path> sources)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path source : sources.toList()) {
      for (int bug = 1; bug <= MOST_BUGS && !markedLines(source, bug).isEmpty(); bug++) {
        int number = bug;
        String name = source.getFileName() + " bug " + bug;
        tests.add(
            DynamicTest.dynamicTest(
                name,
                () ->
                    assertThat(linesOfRaces(toolchain, source, number, 4))
                        .isEqualTo(markedLines(source, number))));
      }
    }
    return tests.stream();
  }

  private static Stream<Path> applications() throws IOException {
    return Files.find(Path.of("../tests"), 2, (path, file) -> file.isRegularFile())
        .filter(path -> path.getParent().toString().endsWith("apps"))
        .filter(path -> CompilerArguments.isSource(path.toString()))
        .filter(TestProgram::isWanted)
        .sorted();
  }

  /** The lines that are marked with a bug, behind the introduction. */
  static TreeSet<Integer> markedLines(Path source, int bug) throws IOException {
    TreeSet<Integer> marked = new TreeSet<>();
    List<String> lines = Files.readAllLines(source);
    for (int i = 0; i < lines.size(); i++) {
      String comment = lines.get(i).replaceFirst("^.*(//|!)", "");
      if (comment.matches(".*\\bBUG" + bug + "\\b.*") && !lines.get(i).strip().startsWith("#")) {
        marked.add(i + 1);
      }
    }
    return marked;
  }

  private static TreeSet<Integer> linesOfRaces(
      TestToolchain toolchain, Path source, int bug, int ranks) throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Path program = compile(toolchain, source, bug, work);
      List<String> launcher = toolchain.launcher(ranks, program);
      return lines(TestProgram.findings(launcher, program, Set.of(), 120));
    } finally {
      NativeLibrary.delete(work);
    }
  }

  /** Compiles an application with one of its bugs, or without any. */
  static Path compile(TestToolchain toolchain, Path source, int bug, Path work) {
    Path program = work.resolve("program");
    boolean fortran = source.toString().endsWith("f90");
    List<String> arguments =
        new ArrayList<>(List.of("-g", "-O1", "-DBUG=" + bug, "-o", program.toString()));
    arguments.addAll(fortran ? List.of("-cpp", "-J" + work) : List.of());
    if (CompilerArguments.hasDirectivesOfOpenMp(source.toString())) {
      arguments.add("-fopenmp");
    }
    arguments.addAll(List.of(source.toString(), "-lm"));
    arguments.addAll(toolchain.options());
    Toolchain compiler = toolchain.of(fortran ? Toolchain.Language.FORTRAN : Toolchain.Language.C);
    assertThat(new CompilerCommand(compiler, ModelChoice.in(arguments), arguments).run()).isZero();
    return program;
  }

  static TreeSet<Integer> lines(List<Finding> findings) {
    TreeSet<Integer> lines = new TreeSet<>();
    for (Finding finding : findings) {
      finding.accesses().forEach(access -> lines.add(access.place().line()));
    }
    return lines;
  }
}
