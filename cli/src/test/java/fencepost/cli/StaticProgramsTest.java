package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.frontend.Strict;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The programs of {@link ProgramsTest} without running them: the same findings are expected. Some
 * of them, or all with {@code -Dfencepost.full=true}.
 */
@Execution(ExecutionMode.CONCURRENT)
class StaticProgramsTest {
  private static final int SOME_IN_FORTRAN = 4;
  static final BitcodeCompiler COMPILER = new BitcodeCompiler();
  private static final BitcodeCompiler MPICH = new BitcodeCompiler(TestToolchain.GCC_MPICH.all());

  /** What the machine cannot execute, and says so. */
  static final Map<String, String> NOT_EXECUTED =
      Map.of(
          "displacement_beyond_2_gib.c", "an allocation of 3221225472 bytes",
          "error_call_has_no_effect.c", "a window that has no such rank");

  @TestFactory
  Stream<DynamicTest> c() throws IOException {
    return tests("mpi");
  }

  /** The holder of a lock on memory that is mapped is known at once, as it is in a run. */
  @TestFactory
  Stream<DynamicTest> lockOnSharedWindowOrdersOtherData() throws IOException {
    return TestProgram.in("mpi")
        .filter(program -> program.name().equals("shared_lock_orders_other_data.c"))
        .flatMap(program -> bothWays(program, COMPILER));
  }

  @TestFactory
  Stream<DynamicTest> cxx() throws IOException {
    return tests("cxx");
  }

  @TestFactory
  Stream<DynamicTest> fortranWithMpich() throws IOException {
    return tests(someInFortran("fortran", ".*", 1), MPICH);
  }

  /** Open MPI 4 does not have MPI 4. */
  @TestFactory
  Stream<DynamicTest> cOfMpi4WithMpich() throws IOException {
    return tests(TestProgram.in("mpi4"), MPICH);
  }

  /** Programs that say by their exit code whether they were executed rightly. */
  @TestFactory
  Stream<DynamicTest> programsThatCheckThemselvesAreExecutedToTheirEnd() throws IOException {
    return TestProgram.in("executed")
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program.name(),
                    () -> {
                      Exploration.Result result =
                          explore(program.source(), List.of(program.ranks()), Set.of());
                      assertThat(result.notes()).isEmpty();
                      assertThat(result.unmodelled()).isEmpty();
                      assertThat(result.findings()).isEmpty();
                      assertThat(result.completeTrials()).isEqualTo(result.trials());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> fortran() throws IOException {
    return tests(someInFortran("fortran", ".*", 0), COMPILER);
  }

  /** flang takes its time. */
  private static Stream<TestProgram> someInFortran(String directory, String names, int offset)
      throws IOException {
    return ProgramsTest.sample(
        TestProgram.in(directory).filter(program -> program.name().matches(names)).toList(),
        SOME_IN_FORTRAN,
        offset);
  }

  /**
   * The codes of Saillard et al. (Correctness 2022), Table II, in Fortran. Those in C, of which
   * some also race at the target, are for the dataflow.
   */
  @TestFactory
  Stream<DynamicTest> localConcurrencyErrorsOfThePaperAreFoundInFortran() throws IOException {
    return someInFortran("static", "ll_.*F90", 0)
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program.name(),
                    () -> {
                      checkLines(program, linesWith(program, "RACE"));
                      checkLines(program, new TreeSet<>(), "-DFIXED");
                    }));
  }

  @TestFactory
  Stream<DynamicTest> fortranApplications() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (TestProgram program :
        TestProgram.in("apps").filter(p -> p.name().endsWith(".f90")).toList()) {
      for (int bug = 0; bug == 0 || !bugLines(program, bug).isEmpty(); bug++) {
        TreeSet<Integer> expected = bugLines(program, bug);
        String flag = "-DBUG=" + bug;
        tests.add(
            DynamicTest.dynamicTest(
                program.name() + " bug " + bug, () -> checkLines(program, expected, "-cpp", flag)));
      }
    }
    return tests.stream();
  }

  private static TreeSet<Integer> linesWith(TestProgram program, String mark) throws IOException {
    List<String> lines = Files.readAllLines(program.source());
    return IntStream.range(0, lines.size())
        .filter(i -> lines.get(i).endsWith(" " + mark))
        .mapToObj(i -> i + 1)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void checkLines(TestProgram program, TreeSet<Integer> expected, String... flags)
      throws Exception {
    Exploration.Result result = explore(program.source(), List.of(2), Set.of(), flags);
    assertThat(result.unmodelled()).isEmpty();
    assertThat(ApplicationsTest.lines(result.findings())).isEqualTo(expected);
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return tests("shmem");
  }

  /** Bugs are found on their lines, and nothing else is. */
  @TestFactory
  Stream<DynamicTest> shmemApplications() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (TestProgram program : TestProgram.in("shmem-apps").toList()) {
      for (int bug = 0; bug == 0 || !bugLines(program, bug).isEmpty(); bug++) {
        int number = bug;
        tests.add(
            DynamicTest.dynamicTest(
                program.name() + " bug " + bug, () -> checkBug(program, number)));
      }
    }
    return tests.stream();
  }

  private static void checkBug(TestProgram program, int bug) throws Exception {
    Exploration.Result result = explore(program.source(), List.of(4), Set.of(), "-DBUG=" + bug);
    assertThat(result.completeTrials()).as(result.notes().toString()).isEqualTo(result.trials());
    assertThat(ApplicationsTest.lines(result.findings())).isEqualTo(bugLines(program, bug));
  }

  private static TreeSet<Integer> bugLines(TestProgram program, int bug) throws IOException {
    return bug == 0 ? new TreeSet<>() : ApplicationsTest.markedLines(program.source(), bug);
  }

  @TestFactory
  Stream<DynamicTest> madeToDefeatFilters() throws IOException {
    return tests("fast");
  }

  /** Correct programs, of whose inputs nothing is known. */
  @TestFactory
  Stream<DynamicTest> applications() throws IOException {
    return TestProgram.in("apps")
        .filter(program -> program.name().endsWith(".c"))
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program.name(),
                    () ->
                        assertThat(explore(program.source(), List.of(2, 4), Set.of()).findings())
                            .isEmpty()));
  }

  static Stream<DynamicTest> tests(String directory) throws IOException {
    return tests(TestProgram.in(directory), COMPILER);
  }

  private static Stream<DynamicTest> tests(Stream<TestProgram> programs, BitcodeCompiler compiler) {
    return ProgramsTest.sample(programs.toList(), 0)
        .flatMap(program -> bothWays(program, compiler));
  }

  private static Stream<DynamicTest> bothWays(TestProgram program, BitcodeCompiler compiler) {
    return Stream.of(
        DynamicTest.dynamicTest(program.name(), () -> check(program, compiler, false)),
        DynamicTest.dynamicTest(program.name() + " fixed", () -> check(program, compiler, true)));
  }

  static void check(TestProgram program, BitcodeCompiler compiler, boolean fixed, String... flags)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(fixed ? List.of("-DFIXED") : List.of());
    Exploration.Result result =
        explore(
            compiler,
            program.source(),
            List.of(program.ranks()),
            null,
            program.strict(),
            all.toArray(String[]::new));
    String reason = NOT_EXECUTED.get(program.name());
    if (reason != null) {
      assertThat(result.notes()).anyMatch(note -> note.contains(reason));
      assertThat(result.findings()).isEmpty();
      return;
    }
    assertThat(result.notes()).isEmpty();
    assertThat(result.unmodelled()).isEmpty();
    assertThat(result.completeTrials()).isEqualTo(result.trials());
    assertThat(result.findings().stream().map(TestProgram::places))
        .containsExactlyElementsOf(fixed ? List.of() : program.firstLines());
  }

  static Exploration.Result explore(
      Path source, List<Integer> ranks, Set<Strict> strict, String... flags) throws Exception {
    return explore(source, ranks, null, strict, flags);
  }

  /**
   * @param arguments of the program; null if some are made up
   */
  static Exploration.Result explore(
      Path source,
      List<Integer> ranks,
      @Nullable List<String> arguments,
      Set<Strict> strict,
      String... flags)
      throws Exception {
    return explore(COMPILER, source, ranks, arguments, strict, flags);
  }

  private static Exploration.Result explore(
      BitcodeCompiler compiler,
      Path source,
      List<Integer> ranks,
      @Nullable List<String> arguments,
      Set<Strict> strict,
      String... flags)
      throws Exception {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Exploration.Result result =
          new Exploration(
                  ProgramReader.image(
                      compiler.compile(List.of(source), null, List.of(flags), work)),
                  new Exploration.Plan(
                      ranks,
                      arguments,
                      strict,
                      60,
                      "fencepost run -n %d",
                      (trials, races, steps, coverage) -> {}))
              .run();
      CheckReport.of(source.toString(), ranks, result, Suppressions.parse(List.of()));
      return result;
    } finally {
      NativeLibrary.delete(work);
    }
  }
}
