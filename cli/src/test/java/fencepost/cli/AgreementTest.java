package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.Exploration;
import fencepost.frontend.Strict;
import fencepost.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What a run finds and what is found without running agree on every program that both can execute:
 * the same pairs of lines. Some programs, or all with {@code -Dfencepost.full=true}.
 */
@Execution(ExecutionMode.CONCURRENT)
class AgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int SAMPLE = 2;
  private static final int MOST_BUGS = 9;

  @TestFactory
  Stream<DynamicTest> mpi() throws IOException {
    return scenarios("mpi");
  }

  @TestFactory
  Stream<DynamicTest> shmem() throws IOException {
    return scenarios("shmem");
  }

  @TestFactory
  Stream<DynamicTest> gaspi() throws IOException {
    return scenarios("gaspi");
  }

  @TestFactory
  Stream<DynamicTest> cxx() throws IOException {
    return scenarios("cxx");
  }

  @TestFactory
  Stream<DynamicTest> fortran() throws IOException {
    return scenarios("fortran");
  }

  @TestFactory
  Stream<DynamicTest> madeToDefeatFilters() throws IOException {
    return scenarios("fast");
  }

  @TestFactory
  Stream<DynamicTest> applications() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String directory : List.of("apps", "shmem-apps", "gaspi-apps")) {
      for (TestProgram program : sample(TestProgram.in(directory).toList())) {
        for (int bug = 0; bug <= (FULL ? MOST_BUGS : 0) && exists(program, bug); bug++) {
          String flag = "-DBUG=" + bug;
          String name = program.name() + " " + flag;
          boolean fortran = CompilerArguments.isFortran(program.name());
          String[] flags = fortran ? new String[] {"-cpp", flag} : new String[] {flag};
          tests.add(test(program.source(), 4, Set.of(), name, flags));
        }
      }
    }
    return tests.stream();
  }

  private static boolean exists(TestProgram program, int bug) throws IOException {
    return bug == 0 || !ApplicationsTest.markedLines(program.source(), bug).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> examples() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../examples/mpi"))) {
      return files
          .filter(file -> CompilerArguments.isSource(file.toString()))
          .filter(TestProgram::isWanted)
          .sorted()
          .map(file -> test(file, 4, Set.of(), String.valueOf(file.getFileName())))
          .toList()
          .stream();
    }
  }

  private static Stream<DynamicTest> scenarios(String directory) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (TestProgram program : sample(TestProgram.in(directory).toList())) {
      if (!StaticProgramsTest.NOT_EXECUTED.containsKey(program.name())) {
        tests.add(test(program.source(), program.ranks(), program.strict(), program.name()));
        String fixed = program.name() + " fixed";
        tests.add(test(program.source(), program.ranks(), program.strict(), fixed, "-DFIXED"));
      }
    }
    return tests.stream();
  }

  /** Evenly spread. */
  private static List<TestProgram> sample(List<TestProgram> all) {
    int step = FULL ? 1 : Math.max(1, all.size() / SAMPLE);
    List<TestProgram> chosen = new ArrayList<>();
    for (int i = step / 2; i < all.size(); i += step) {
      chosen.add(all.get(i));
    }
    return chosen;
  }

  private static DynamicTest test(
      Path source, int ranks, Set<Strict> strict, String name, String... flags) {
    return DynamicTest.dynamicTest(name, () -> compare(source, ranks, strict, flags));
  }

  private static void compare(Path source, int ranks, Set<Strict> strict, String... flags)
      throws Exception {
    Exploration.Result explored =
        StaticProgramsTest.explore(source, List.of(ranks), List.of(), strict, flags);
    assertThat(explored.completeTrials())
        .as(explored.notes().toString())
        .isEqualTo(explored.trials());
    assertThat(pairs(source, explored.findings()))
        .isEqualTo(pairs(source, run(source, ranks, strict, flags)));
  }

  private static TreeSet<String> pairs(Path source, Collection<Finding> findings)
      throws IOException {
    List<String> places = findings.stream().map(TestProgram::places).toList();
    return new TreeSet<>(
        CompilerArguments.isFortran(source.toString())
            ? TestProgram.firstLines(source, places)
            : places);
  }

  private static List<Finding> run(Path source, int ranks, Set<Strict> strict, String... flags)
      throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Path program = work.resolve("program");
      List<String> arguments = new ArrayList<>(List.of("-g", "-O1", "-o", program.toString()));
      arguments.addAll(List.of(flags));
      arguments.addAll(List.of(source.toString(), "-lm"));
      Toolchain compiler = TestToolchain.GCC_OPEN_MPI.of(Toolchain.Language.of(source.toString()));
      if (compiler.language() == Toolchain.Language.FORTRAN) {
        arguments.addAll(List.of("-J", work.toString())); // where modules go
      }
      assertThat(new CompilerCommand(compiler, ModelChoice.in(arguments), arguments).run())
          .isZero();
      List<String> launcher = TestToolchain.GCC_OPEN_MPI.launcher(ranks, program);
      return TestProgram.findings(launcher, program, strict, 120);
    } finally {
      NativeLibrary.delete(work);
    }
  }
}
