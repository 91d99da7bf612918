package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fencepost.report.Finding;
import fencepost.report.Patch;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the formats for programs say of a race, and how two reports are compared. */
class ReportFormatsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PROGRAM =
      """
      #include <mpi.h>
      int main(int argc, char **argv) {
        int rank, *memory, value = 1;
        MPI_Win win;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        MPI_Win_lock_all(0, win);
        if (rank == 0) {
          MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
          value = 2;
        }
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir Path directory = Path.of("");
  private Path source = Path.of("");

  @BeforeEach
  void writeProgram() throws IOException {
    source = Files.writeString(directory.resolve("put.c"), PROGRAM);
  }

  private int check(String... options) {
    String[] words = new String[options.length + 4];
    words[0] = "check";
    words[1] = "-n";
    words[2] = "2";
    System.arraycopy(options, 0, words, 3, options.length);
    words[words.length - 1] = source.toString();
    return Main.run(words);
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private JsonNode report(String name) throws IOException {
    assertThat(check("--json=" + file(name))).isEqualTo(ExitCode.RACES);
    return MAPPER.readTree(Files.readString(file(name))).at("/races/0");
  }

  @Test
  void everyReportOfATestIsHeldToItsSchemas() {
    assertThatThrownBy(
            () ->
                RunReport.of(
                    "no model",
                    "program",
                    2,
                    true,
                    List.of(),
                    Suppressions.parse(List.of()),
                    List.of(),
                    Map.of("", "a figure without a name")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void sarifHasBothPlacesFlowsAFingerprintAndTheFix() throws IOException {
    assertThat(check("--sarif=" + file("r.sarif"))).isEqualTo(ExitCode.RACES);
    ReportSchemas.validateFiles(directory);
    JsonNode run = MAPPER.readTree(Files.readString(file("r.sarif"))).at("/runs/0");
    JsonNode result = run.at("/results/0");
    assertThat(result.at("/ruleId").asText()).isEqualTo("buffer-in-use");
    assertThat(run.at("/tool/driver/rules").get(result.at("/ruleIndex").asInt()).at("/id"))
        .isEqualTo(result.at("/ruleId"));
    assertThat(result.at("/locations/0/physicalLocation/region/startLine").asInt()).isEqualTo(10);
    assertThat(result.at("/relatedLocations/0/physicalLocation/region/startLine").asInt())
        .isEqualTo(11);
    assertThat(result.at("/codeFlows/0/threadFlows")).hasSize(2);
    assertThat(result.at("/partialFingerprints/fencepostPair~1v1").asText()).hasSize(32);
    assertThat(result.at("/fixes/0/artifactChanges/0/replacements/0/insertedContent/text").asText())
        .isEqualTo("    MPI_Win_flush_local(1, win);\n");
    assertThat(run.at("/tool/driver/rules/0/help/text").asText()).contains("**Fix.**");
  }

  @Test
  void junitHasAFailureForEachRaceAndATestThatPassesForNone() throws IOException {
    assertThat(check("--junit=" + file("r.junit.xml"))).isEqualTo(ExitCode.RACES);
    ReportSchemas.validateFiles(directory);
    assertThat(Files.readString(file("r.junit.xml")))
        .contains("failures=\"1\"", "race 1: put.c:10 and put.c:11", "<failure");
    Files.writeString(source, PROGRAM.replace("value = 2;", ""));
    assertThat(check("--junit=" + file("r.junit.xml"))).isZero();
    ReportSchemas.validateFiles(directory);
    assertThat(Files.readString(file("r.junit.xml")))
        .contains("tests=\"1\" failures=\"0\"", "no new race")
        .doesNotContain("<failure");
  }

  @Test
  void theFixIsALineWithTheArgumentsOfTheCall() throws IOException {
    JsonNode patch = report("r.json").path("patch");
    assertThat(patch.path("line").asInt()).isEqualTo(11);
    assertThat(patch.path("insert").asText()).isEqualTo("    MPI_Win_flush_local(1, win);");
    Files.writeString(
        source, PROGRAM.replace("    value = 2;", patch.path("insert").asText() + "value = 2;"));
    assertThat(check()).as("after the fix").isZero();
  }

  /** Programs whose names say that a completion is missing: where a line is offered, it helps. */
  @Test
  void offeredLinesEndTheirRaces() throws Exception {
    int offered = 0;
    for (String model : List.of("mpi", "shmem", "gaspi")) {
      List<TestProgram> programs =
          TestProgram.in(model)
              .filter(program -> program.name().matches(".*(no_flush|_nbi|flush_|no_wait).*"))
              .toList();
      for (TestProgram program : ProgramsTest.sample(programs, 8, 1).toList()) {
        Path source = program.source();
        for (Finding finding : explored(program, source)) {
          Patch patch = finding.patch();
          if (patch != null) {
            offered++;
            List<String> lines = new ArrayList<>(Files.readAllLines(source));
            lines.add(patch.line() - 1, patch.text());
            Path mended = Files.write(directory.resolve(program.name()), lines);
            assertThat(explored(program, mended)).as("%s with %s", source, patch).isEmpty();
          }
        }
      }
    }
    assertThat(offered).isGreaterThan(2);
  }

  private static List<Finding> explored(TestProgram program, Path source) throws Exception {
    return StaticProgramsTest.explore(source, List.of(program.ranks()), program.strict())
        .findings();
  }

  @Test
  void theMemoryOfAWindowIsKnownByItsPointer() throws IOException {
    String program = "../tests/mpi/flush_after_barrier.c";
    Path rules = Files.writeString(file("rules"), "either variable=mem*\n");
    String json = "--json=" + file("r.json");
    assertThat(Main.run("check", "-n", "2", json, program)).isEqualTo(ExitCode.RACES);
    assertThat(
            MAPPER
                .readTree(Files.readString(file("r.json")))
                .at("/races/0/location/pointer")
                .asText())
        .isEqualTo("mem");
    assertThat(Main.run("check", "-n", "2", "--suppress=" + rules, program)).isZero();
  }

  @Test
  void noLineIsOfferedWhereItWouldBelongToACondition() throws IOException {
    Files.writeString(source, PROGRAM.replace("value = 2;", "if (argc > 0)\n value = 2;"));
    assertThat(report("r.json").has("patch")).isFalse();
  }

  @Test
  void fingerprintsSurviveShiftedLinesButNotAnotherAccess() throws IOException {
    String before = report("a.json").path("fingerprint").asText();
    Files.writeString(source, "// one\n// two\n" + PROGRAM.replace("value = 2;", "  value  = 2;"));
    JsonNode moved = report("b.json");
    assertThat(moved.at("/accesses/0/line").asInt()).isEqualTo(12);
    assertThat(moved.path("fingerprint").asText()).isEqualTo(before);
    Files.writeString(source, PROGRAM.replace("value = 2;", "value = 3;"));
    assertThat(report("c.json").path("fingerprint").asText()).isNotEqualTo(before);
  }

  @Test
  void aBaselineFailsOnlyForNewRaces() throws IOException {
    report("old.json");
    String baseline = "--baseline=" + file("old.json");
    Files.writeString(source, "// moved\n" + PROGRAM);
    assertThat(check(baseline, "--json=" + file("same.json"), "--junit=" + file("s.junit.xml")))
        .isZero();
    ReportSchemas.validateFiles(directory);
    assertThat(Files.readString(file("same.json"))).contains("\"baseline\" : \"known\"");
    assertThat(Files.readString(file("s.junit.xml"))).contains("failures=\"0\"");
    Files.writeString(source, PROGRAM.replace("value = 2;", "value = 2;\n    value = 3;"));
    assertThat(check(baseline, "--json=" + file("new.json"), "--sarif=" + file("n.sarif")))
        .isEqualTo(ExitCode.RACES);
    ReportSchemas.validateFiles(directory);
    assertThat(Files.readString(file("n.sarif")))
        .contains("\"baselineState\" : \"new\"", "\"baselineState\" : \"unchanged\"");
    assertThat(Main.run("diff", file("old.json").toString(), file("new.json").toString()))
        .isEqualTo(ExitCode.RACES);
    assertThat(Main.run("diff", file("new.json").toString(), file("old.json").toString())).isZero();
  }

  @Test
  void theDiagramOfOneStrandHasBothEffectsAndTheirCompletions() throws IOException {
    JsonNode diagram = report("r.json").path("diagram");
    assertThat(diagram.path("lanes")).hasSize(1);
    assertThat(event(diagram, diagram.at("/effects/0/issue"))).isEqualTo("MPI_Put 10");
    assertThat(event(diagram, diagram.at("/effects/0/completion")))
        .isEqualTo("MPI_Win_unlock_all 13");
    assertThat(event(diagram, diagram.at("/effects/1/issue"))).isEqualTo("store 11");
    assertThat(diagram.at("/effects/1/completion")).isEqualTo(diagram.at("/effects/1/issue"));
  }

  @Test
  void theDiagramOfTwoStrandsHasTheOrderThatIsThere() throws IOException {
    String json = "--json=" + file("r.json");
    String program = "../tests/mpi/flush_after_barrier.c";
    assertThat(Main.run("check", "-n", "2", json, program)).isEqualTo(ExitCode.RACES);
    JsonNode race = MAPPER.readTree(Files.readString(file("r.json"))).at("/races/0");
    JsonNode diagram = race.path("diagram");
    assertThat(diagram.path("lanes")).hasSize(2);
    assertThat(event(diagram, diagram.path("known"))).startsWith("MPI_Barrier");
    int put = race.at("/accesses/0/operation").asText().equals("MPI_Put") ? 0 : 1;
    JsonNode remote = diagram.path("effects").get(put);
    JsonNode local = diagram.path("effects").get(1 - put);
    assertThat(event(diagram, remote.path("issue"))).startsWith("MPI_Put");
    assertThat(event(diagram, remote.path("completion"))).startsWith("MPI_Win_flush");
    assertThat(row(diagram, remote.path("issue"))).isLessThan(row(diagram, local.path("issue")));
    List<Integer> barrier =
        StreamSupport.stream(diagram.path("events").spliterator(), false)
            .filter(event -> event.path("line").asInt() == 29)
            .map(event -> event.path("row").asInt())
            .toList();
    assertThat(barrier).as("one row for both").hasSize(2).containsOnly(barrier.get(0));
  }

  /** All barriers are at one place of the source, and some are of one rank only. */
  @Test
  void theDiagramJoinsTheEntriesOfOneCollectiveCallOnly() throws IOException {
    Files.writeString(
        source,
        """
        #include <mpi.h>
        static void meet(MPI_Comm comm) {
          MPI_Barrier(comm);
        }
        int main(int argc, char **argv) {
          int rank, *memory, value = 1;
          MPI_Win win;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
          MPI_Win_lock_all(0, win);
          meet(MPI_COMM_WORLD);
          if (rank == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            meet(MPI_COMM_WORLD);
            meet(MPI_COMM_SELF);
            MPI_Win_flush(1, win);
          } else {
            meet(MPI_COMM_SELF);
            meet(MPI_COMM_WORLD);
            value = *memory;
          }
          MPI_Win_unlock_all(win);
          MPI_Win_free(&win);
          MPI_Finalize();
          return value == 0;
        }
        """);
    JsonNode diagram = report("r.json").path("diagram");
    Map<Integer, List<Integer>> lanes = new TreeMap<>();
    for (JsonNode event : diagram.path("events")) {
      if (event.path("call").asText().equals("MPI_Barrier")) {
        lanes
            .computeIfAbsent(event.path("row").asInt(), row -> new ArrayList<>())
            .add(event.path("lane").asInt());
      }
    }
    assertThat(lanes.values())
        .as("two barriers of both ranks, and one of each alone")
        .containsExactlyInAnyOrder(List.of(0, 1), List.of(1), List.of(0, 1), List.of(0));
  }

  private static int row(JsonNode diagram, JsonNode event) {
    return diagram.path("events").get(event.asInt()).path("row").asInt();
  }

  private static String event(JsonNode diagram, JsonNode number) {
    JsonNode event = diagram.path("events").get(number.asInt());
    return event.path("call").asText() + " " + event.path("line").asInt();
  }
}
