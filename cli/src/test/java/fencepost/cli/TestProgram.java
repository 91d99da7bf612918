package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.frontend.Strict;
import fencepost.report.Finding;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One scenario below {@code tests}: as it stands it has one race, between the two lines marked
 * {@code RACE}; compiled with {@code -DFIXED} it has none. Its first line says how many ranks it
 * needs, which version of OpenSHMEM if that matters, and whether it says the same with any number
 * of threads.
 */
record TestProgram(Path source) {
  /**
   * What Open MPI's launcher says, once in a thousand runs on a busy machine, of a process that it
   * lost before it started it: then there was no run.
   */
  private static final String NEVER_STARTED = "with PID 0 on";

  /** What the library says in a process that crashes, which the launcher says the same of. */
  private static final String CRASHED = "Process received signal";

  private static final int MOST_STARTS = 4;

  private static final Path TESTS = Path.of("../tests");
  private static final int REPEAT = Integer.getInteger("fencepost.repeat", 1);
  private static final String STRICT = "// strict: ";
  private static final String SHMEM_15 = ", OpenSHMEM 1.5";
  private static final String ANY_THREADS = ", any threads";
  private static final String ALSO_ONE = ANY_THREADS + ", also one";
  private static final Pattern FILTER = Pattern.compile(System.getProperty("fencepost.filter", ""));

  /** The programs in a directory below {@code tests}, in the order of their names. */
  static Stream<TestProgram> in(String directory) throws IOException {
    return Files.list(TESTS.resolve(directory))
        .filter(path -> CompilerArguments.isSource(path.toString()))
        .filter(TestProgram::isWanted)
        .sorted()
        .map(TestProgram::new);
  }

  /** Whether whoever runs the tests has asked for it, by a pattern that its path contains. */
  static boolean isWanted(Path path) {
    return FILTER.matcher(path.toString()).find();
  }

  String name() {
    return source.getFileName().toString();
  }

  /** Compiles and runs it; fails if the report is not the expected one. */
  void check(TestToolchain toolchain, boolean fixed) throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Path program = work.resolve("program");
      compile(toolchain, fixed, program);
      if (toolchain.isFast()) {
        assertThat(Shell.run(List.of("readelf", "-SW", program.toString())).output())
            .as("not left to the other compiler")
            .contains("fencepost_sites");
      }
      boolean flang = toolchain.isFast() && CompilerArguments.isFortran(name());
      List<String> expected = fixed ? List.of() : flang ? firstLines() : markedLines();
      for (int i = 0; i < REPEAT; i++) {
        List<String> launcher = toolchain.launcher(ranks(), program);
        check(name(), expected, findings(launcher, program, strict(), 120));
      }
    } finally {
      NativeLibrary.delete(work);
    }
  }

  void compile(TestToolchain toolchain, boolean fixed, Path program, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("-g", "-O1", "-o", program.toString(), source.toString()));
    arguments.addAll(toolchain.options());
    arguments.addAll(List.of(more));
    if (source.getParent().endsWith("threads")) {
      arguments.add("-fopenmp");
    }
    if (fixed) {
      arguments.add("-DFIXED");
    }
    Toolchain compiler = toolchain.of(Toolchain.Language.of(name()));
    if (compiler.language() == Toolchain.Language.FORTRAN) {
      arguments.addAll(List.of("-J", program.getParent().toString())); // where modules go
    }
    ModelChoice choice = ModelChoice.in(arguments);
    List<String> own = ModelChoice.without(arguments);
    assertThat(new CompilerCommand(compiler, choice, own).run()).isZero();
  }

  /** Runs a program that was built with the capture library, and compares what is found. */
  static void checkRun(String name, Path program, int ranks, List<String> expected)
      throws IOException {
    List<String> launcher = Launcher.command(null, ranks, program.toString());
    check(name, expected, findings(launcher, program, Set.of(), 120));
  }

  private static void check(String name, List<String> expected, List<Finding> found) {
    assertThat(found.stream().map(TestProgram::places))
        .as(name)
        .containsExactlyElementsOf(expected);
  }

  /** Runs a program that was built with the capture library to its end: what is found. */
  static List<Finding> findings(
      List<String> launcher, Path program, Set<Strict> strict, int seconds) throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    Path output = work.resolve("output");
    Path trace = work.resolve("trace");
    try {
      MonitoredRun.Result result = run(launcher, program, strict, seconds, output, trace);
      for (int starts = 1; starts < MOST_STARTS && neverStarted(result, output); starts++) {
        NativeLibrary.delete(trace);
        result = run(launcher, program, strict, seconds, output, trace);
      }
      assertThat(result.programExit()).as(Files.readString(output)).isZero();
      assertThat(result.report().complete())
          .as("the whole run was seen: %s", result.report().notes())
          .isTrue();
      if (!result.report().findings().isEmpty()) {
        ExecutionGraph.checkRemedies(trace, strict);
      }
      return result.report().findings();
    } finally {
      NativeLibrary.delete(work);
    }
  }

  private static boolean neverStarted(MonitoredRun.Result result, Path output) throws IOException {
    String said = Files.readString(output);
    return result.programExit() != 0 && said.contains(NEVER_STARTED) && !said.contains(CRASHED);
  }

  private static MonitoredRun.Result run(
      List<String> launcher,
      Path program,
      Set<Strict> strict,
      int seconds,
      Path output,
      Path trace) {
    List<String> command = new ArrayList<>(launcher);
    command.add(program.toString());
    return new MonitoredRun("program", command)
        .timeoutAfter(seconds)
        .strict(strict)
        .recordTo(trace)
        .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
        .run(Suppressions.parse(List.of()));
  }

  static String places(Finding finding) {
    return place(finding, 0) + " and " + place(finding, 1);
  }

  private static String place(Finding finding, int access) {
    String file = finding.accesses().get(access).place().file();
    return file.substring(file.lastIndexOf('/') + 1)
        + ":"
        + finding.accesses().get(access).place().line();
  }

  /**
   * The expected finding: the two marked lines, in order; one line that races with itself is marked
   * twice.
   */
  List<String> markedLines() throws IOException {
    List<String> marked = markedLines(source, 2);
    assertThat(marked).as("marked lines").hasSize(2);
    return List.of(marked.get(0) + " and " + marked.get(1));
  }

  /** The same as flang names them. */
  List<String> firstLines() throws IOException {
    return firstLines(source, markedLines());
  }

  /** flang names the first line of a statement, where gfortran names the last. */
  static List<String> firstLines(Path source, List<String> places) throws IOException {
    List<String> lines = Files.readAllLines(source);
    return places.stream()
        .map(
            place ->
                Pattern.compile("(?<=:)\\d+")
                    .matcher(place)
                    .replaceAll(line -> "" + firstLine(lines, Integer.parseInt(line.group()))))
        .toList();
  }

  static int firstLine(List<String> lines, int line) {
    boolean continued =
        line > 1 && (lines.get(line - 2).endsWith("&") || lines.get(line - 1).startsWith("     &"));
    return continued ? firstLine(lines, line - 1) : line;
  }

  /** The places of a file that are marked, behind some lines of introduction. */
  static List<String> markedLines(Path file, int introduction) throws IOException {
    List<String> marked = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int i = introduction; i < lines.size(); i++) {
      for (int at = lines.get(i).indexOf("RACE");
          at >= 0;
          at = lines.get(i).indexOf("RACE", at + 1)) {
        marked.add(file.getFileName() + ":" + (i + 1));
      }
    }
    return marked;
  }

  /** Where it wants the standard to be read to the letter; its third line may say so. */
  Set<Strict> strict() throws IOException {
    String third = Files.readAllLines(source).get(2);
    return third.startsWith(STRICT)
        ? Set.of(Strict.valueOf(third.substring(STRICT.length()).toUpperCase(Locale.ROOT)))
        : Set.of();
  }

  int ranks() throws IOException {
    return Integer.parseInt(firstLine().replaceFirst("(//|!) ranks: (\\d+).*", "$2"));
  }

  /** Whether it uses more of OpenSHMEM than Open MPI's library has, which is of version 1.4. */
  boolean needsShmem15() {
    try {
      return firstLine().endsWith(SHMEM_15);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it has its race with any number of threads, but one perhaps. */
  boolean takesAnyThreads() {
    try {
      return firstLine().contains(ANY_THREADS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether one thread alone does things that are not ordered. */
  boolean racesAlone() throws IOException {
    return firstLine().endsWith(ALSO_ONE);
  }

  private String firstLine() throws IOException {
    return Files.readAllLines(source).get(0);
  }
}
