package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Clean programs are clean in other runs, too: nothing is predicted, no order that is tried has a
 * race, and none of the runs that are shaken. In the long form these are all applications and
 * examples, and 50 seeds; {@code -Dfencepost.seeds=N} says how many.
 */
@Execution(ExecutionMode.CONCURRENT)
class OtherRunsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int SEEDS = Integer.getInteger("fencepost.seeds", FULL ? 50 : 1);
  private static final int SAMPLE = FULL ? 1 : 6;
  private static final int RANKS = 4;
  private static final int SECONDS = 300;

  @TestFactory
  Stream<DynamicTest> cleanProgramsAreCleanInOtherRuns() throws IOException {
    List<Path> all =
        Stream.concat(sources("../tests", "apps"), sources("../examples", "")).toList();
    return IntStream.range(0, all.size())
        .filter(i -> i % SAMPLE == 0)
        .mapToObj(all::get)
        .map(source -> DynamicTest.dynamicTest(source.toString(), () -> check(source)));
  }

  private static Stream<Path> sources(String below, String ending) throws IOException {
    return Files.find(Path.of(below), 2, (path, file) -> file.isRegularFile())
        .filter(path -> path.getParent().toString().endsWith(ending))
        .filter(path -> CompilerArguments.isSource(path.toString()))
        .filter(path -> !path.toString().contains("_racy"))
        .filter(path -> !path.getParent().endsWith("threads"))
        .filter(TestProgram::isWanted)
        .sorted();
  }

  private static void check(Path source) throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Path program = ApplicationsTest.compile(TestToolchain.GCC_OPEN_MPI, source, 0, work);
      List<String> command = new ArrayList<>(TestToolchain.GCC_OPEN_MPI.launcher(RANKS, program));
      command.add(program.toString());
      Path output = work.resolve("output");
      Suppressions none = Suppressions.parse(List.of());
      Supplier<MonitoredRun> start =
          () ->
              new MonitoredRun(source.toString(), command)
                  .timeoutAfter(SECONDS)
                  .outputTo(ProcessBuilder.Redirect.to(output.toFile()));
      long began = System.nanoTime();
      MonitoredRun.Result run = start.get().predicting(true).run(none);
      assertThat(run.exitCode()).as(Files.readString(output)).isZero();
      assertThat(run.report().complete()).as("%s", run.report().notes()).isTrue();
      run =
          new CandidateRuns(start, none, CandidateRuns.USUAL).after(run, System.nanoTime() - began);
      assertThat(places(run)).isEmpty();
      for (long seed = 1; seed <= SEEDS; seed++) {
        MonitoredRun.Result shaken = start.get().shakenBy(seed).run(none);
        assertThat(shaken.exitCode()).as(Files.readString(output)).isZero();
        assertThat(places(shaken)).as("seed %d", seed).isEmpty();
      }
    } finally {
      NativeLibrary.delete(work);
    }
  }

  private static List<String> places(MonitoredRun.Result run) {
    List<String> places = new ArrayList<>();
    for (Finding finding : run.report().findings()) {
      places.add(TestProgram.places(finding));
    }
    return places;
  }
}
