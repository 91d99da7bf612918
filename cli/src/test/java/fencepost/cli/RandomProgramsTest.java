package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.SourceLine;
import fencepost.bench.runner.Verdict;
import fencepost.bench.suite.CaseWriter;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.mpi.MpiC;
import fencepost.bench.suite.mpi.RandomScenario;
import fencepost.bench.suite.oracle.Oracle.Race;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Random MPI programs: exactly the races that the oracle of the benchmark suite knows are found.
 * {@code -Dfencepost.random=N} tries N of them, {@code -Dfencepost.seed=S} begins with another one.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("fencepost.random", 20);
  private static final long FIRST = Long.getLong("fencepost.seed", 1);

  private final DynamicTool tool =
      new DynamicTool(60).compileWith(TestToolchain.GCC_OPEN_MPI.all());

  @TestFactory
  Stream<DynamicTest> racesOfRandomProgramsAreThoseOfTheOracle() {
    return LongStream.range(FIRST, FIRST + PROGRAMS)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> check(seed)));
  }

  private void check(long seed) throws IOException {
    Path work = Files.createTempDirectory("fencepost-random-");
    try {
      Scenario scenario = RandomScenario.of(seed);
      CaseWriter writer = new CaseWriter(scenario, new MpiC());
      Map.Entry<String, String> file = writer.files().entrySet().iterator().next();
      Path source = Files.writeString(work.resolve(file.getKey()), file.getValue());
      Verdict verdict =
          tool.examine(
              new Case("random", "misc", List.of(source), List.of(), scenario.ranks()), work);
      assertThat(verdict.ending()).as(verdict.message()).isEqualTo(Verdict.Ending.FINISHED);
      assertThat(found(verdict)).as(file.getValue()).isEqualTo(expected(scenario, writer));
    } finally {
      NativeLibrary.delete(work);
    }
  }

  private static TreeSet<String> expected(Scenario scenario, CaseWriter writer) {
    TreeSet<String> pairs = new TreeSet<>();
    for (Race race : scenario.oracle().races()) {
      pairs.add(pair(writer.line((Statement) race.one()), writer.line((Statement) race.other())));
    }
    return pairs;
  }

  private static TreeSet<String> found(Verdict verdict) {
    TreeSet<String> pairs = new TreeSet<>();
    for (List<SourceLine> race : verdict.races()) {
      pairs.add(pair(race.get(0).line(), race.get(1).line()));
    }
    return pairs;
  }

  private static String pair(int line, int other) {
    List<Integer> lines = new ArrayList<>(List.of(line, other));
    lines.sort(null);
    return lines.toString();
  }
}
