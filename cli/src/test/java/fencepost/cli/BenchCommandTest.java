package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.runner.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fencepost bench} as a person uses it, also wrongly. */
class BenchCommandTest {
  private static final String RACY =
      "// RACE LABELS {\"RACE_KIND\": \"remote\", \"RACE_PAIR\": [\"MPI_Put@2\", \"LOAD@3\"]}\n";
  private static final String CLEAN = "// RACE LABELS {\"RACE_KIND\": \"none\"}\n";

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run nowhere | there is no directory nowhere",
        "run empty | no labelled programs in empty",
        "run --filter=zzz cases | none of the 2 programs in cases is called zzz",
        "run --tool=nosuch cases | no tool called nosuch",
        "run --tool=must cases | must needs mustrun, which is not installed",
        "run --tool=parcoach-static cases | parcoach-static needs parcoach, which is not installed",
        "run --tool=fake.json --mpi=mpich cases | stand in its description",
        "run --tool=fake.json --jobs=0 cases | at least 1",
        "run --tool=fake.json --results=nowhere/r.json cases | nowhere/r.json cannot be written",
        "run broken | broken.c has labels that are no JSON",
        "table nowhere.json | no file or directory nowhere.json",
        "table fake.json | fake.json has no results",
        "generate fake.json | cannot write to fake.json",
      })
  void saysWhatIsWrong(String arguments, String message) throws IOException {
    TestTool tool = tool();
    String output = tool.run("./fencepost bench " + arguments + " 2>&1; echo exit $?");
    assertThat(output).contains(message).endsWith("exit 2\n").doesNotContain("Exception in");
    assertThat(output.lines().count()).as(output).isEqualTo(2);
  }

  @Test
  void resultsOfAnotherToolCanBeRunAndCompared() throws IOException {
    TestTool tool = tool();
    String table = tool.run("./fencepost bench run --tool=fake.json cases");
    assertThat(table).contains("sync").contains("cases/results-fake.json");
    Results results = Results.read(directory.resolve("cases/results-fake.json"));
    assertThat(results.results()).extracting(r -> r.outcome().toString()).contains("TP", "TN");
    tool.run("cp cases/results-fake.json other.json");
    String compare = "./fencepost bench table --format=%s cases/results-fake.json other.json";
    assertThat(tool.run(compare.formatted("csv")))
        .startsWith("category,results-fake TP,")
        .contains("other TP")
        .contains("sync,1,0,1,0");
    assertThat(tool.run(compare.formatted("markdown"))).contains("| sync ");
    assertThat(tool.run(compare.formatted("html"))).contains("<td>sync</td>");
  }

  @Test
  void aStoppedRunKeepsTheResultsThatAreDone() throws IOException {
    TestTool tool = tool();
    Files.writeString(directory.resolve("cases/slow/b.c"), CLEAN);
    String stop =
        "./fencepost bench run --jobs=1 --tool=fake.json --results=r.json cases 2>err & pid=$!;"
            + " while [ ! -e running ]; do sleep 0.2; done; sleep 1.5; kill $pid; wait $pid;"
            + " cat err";
    assertThat(tool.run(stop)).contains("stopped; 2 results in r.json");
    assertThat(Results.read(directory.resolve("r.json")).results()).hasSize(2);
  }

  /** A tool that reports every racy case, and that never ends with a slow one. */
  private TestTool tool() throws IOException {
    for (String folder : List.of("empty", "cases/slow", "broken")) {
      Files.createDirectories(directory.resolve(folder));
    }
    Files.writeString(directory.resolve("cases/MPI-sync-a-remote-yes.c"), RACY);
    Files.writeString(directory.resolve("cases/MPI-sync-a-remote-no.c"), CLEAN);
    Files.writeString(directory.resolve("broken/broken.c"), "// RACE LABELS {\"RACE_KIND\": }");
    Files.writeString(
        directory.resolve("fake.sh"),
        """
        case $1 in *slow*) touch %1$s/running; sleep 100 ;; esac
        grep -q remote $1 && echo "race at $(basename $1):2 and $(basename $1):3"
        true
        """
            .formatted(directory));
    Files.writeString(
        directory.resolve("fake.json"),
        """
        {"name": "fake", "needs": ["sh"], "compile": [], "output": [],
         "run": ["sh", "%s/fake.sh", "{sources}"],
         "report": "race[^\\\\n]*", "place": "(?<file>[\\\\w.-]+):(?<line>\\\\d+)"}
        """
            .formatted(directory));
    return new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
  }
}
