package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs on several nodes, which {@code tests/nodes/bed} makes on this machine: each has a
 * network, shared memory, processes and a clock of its own, and clocks are a thousand seconds
 * apart.
 */
class SeveralNodesTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final Path TESTS = Path.of("../tests").toAbsolutePath().normalize();
  private static final String BED = TESTS.resolve("nodes/bed").toString();
  private static final Path PATIENT = TESTS.resolve("nodes/patient.c");
  private static final int MOST_BUGS = 9;

  @TempDir Path work;

  @BeforeAll
  static void namespacesArePermitted() {
    Shell.Result probe = Shell.run(List.of(BED, "probe"));
    assumeTrue(
        probe.exitCode() == 0, "no nodes on this machine, which needs root: " + probe.output());
  }

  // ---- verdicts ----

  /**
   * Locks and values, at two and three nodes. It is done with Open MPI: over TCP, MPICH 4.0 with
   * UCX often hangs at the end of a program, with the detector or without.
   */
  @TestFactory
  Stream<DynamicTest> applicationsHaveTheVerdictsOfOneNode() throws IOException {
    if (!FULL) {
      return Stream.of(
          verdict("histogram_lock.c", 0, 3),
          verdict("histogram_lock.c", 1, 2),
          verdict("mcs_lock.c", 0, 2),
          verdict("hash_table.c", 3, 2));
    }
    List<DynamicTest> all = new ArrayList<>();
    try (Stream<Path> sources = Files.list(TESTS.resolve("apps"))) {
      for (Path source : sources.sorted().toList()) {
        for (int bug = 0; bug == 0 || hasBug(source, bug); bug++) {
          for (int nodes : new int[] {2, 3}) {
            all.add(verdict(source.getFileName().toString(), bug, nodes));
          }
        }
      }
    }
    return all.stream();
  }

  private static boolean hasBug(Path source, int bug) throws IOException {
    return bug <= MOST_BUGS && !ApplicationsTest.markedLines(source, bug).isEmpty();
  }

  private DynamicTest verdict(String name, int bug, int nodes) {
    Path source = TESTS.resolve("apps").resolve(name);
    return DynamicTest.dynamicTest(
        "%s bug %d on %d nodes".formatted(name, bug, nodes),
        () -> {
          Path program = ApplicationsTest.compile(TestToolchain.GCC_OPEN_MPI, source, bug, work);
          TreeSet<Integer> expected =
              bug == 0 ? new TreeSet<>() : ApplicationsTest.markedLines(source, bug);
          Outcome outcome = run(nodes, List.of(), List.of("--timeout=120", program.toString()));
          assertThat(outcome.exit).as(outcome.output).isEqualTo(bug == 0 ? 0 : 66);
          assertThat(outcome.isComplete()).as(outcome.output).isTrue();
          assertThat(outcome.lines()).isEqualTo(expected);
        });
  }

  // ---- faults ----

  @Test
  void anAgentThatIsKilledIsReplacedAndNothingIsMissing() throws IOException {
    Outcome outcome = fault("agent", false, 60);
    assertThat(outcome.exit).as(outcome.output).isEqualTo(66);
    assertThat(outcome.isComplete()).as(outcome.output).isTrue();
    assertThat(outcome.lines()).isEqualTo(racyLines());
    assertThat(outcome.output).doesNotContain("left behind");
  }

  @Test
  void aLinkThatIsAwayForSecondsLosesNothing() throws IOException {
    Outcome outcome = fault("pause", true, 60);
    assertThat(outcome.exit).as(outcome.output).isZero();
    assertThat(outcome.isComplete()).as(outcome.output).isTrue();
    assertThat(outcome.output).doesNotContain("left behind");
  }

  @Test
  void aLinkThatIsAwayForGoodEndsInAReportThatSaysWhatIsMissing() throws IOException {
    Outcome outcome = fault("cut", true, 8);
    assertThat(outcome.exit).as(outcome.output).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.output).contains("the connection to node n2 was lost");
    assertThat(outcome.output).doesNotContain("left behind");
  }

  private static TreeSet<Integer> racyLines() throws IOException {
    return TestProgram.markedLines(PATIENT, 2).stream()
        .map(place -> Integer.parseInt(place.substring(place.lastIndexOf(':') + 1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Outcome fault(String kind, boolean fixed, int seconds) throws IOException {
    Path program = work.resolve("patient");
    new TestProgram(PATIENT).compile(TestToolchain.GCC_OPEN_MPI, fixed, program);
    String ready = work.resolve("ready").toString();
    String go = work.resolve("go").toString();
    return run(
        2,
        List.of(TESTS.resolve("nodes/fault").toString(), kind, ready, go),
        List.of("--timeout=" + seconds, program.toString(), ready, go));
  }

  // ---- running ----

  /** What came of a run. */
  private record Outcome(int exit, String output, JsonNode report) {
    boolean isComplete() {
      return report.path("complete").asBoolean();
    }

    TreeSet<Integer> lines() {
      TreeSet<Integer> lines = new TreeSet<>();
      report
          .path("races")
          .forEach(race -> race.path("accesses").forEach(a -> lines.add(a.path("line").asInt())));
      return lines;
    }
  }

  /** Runs the tool on a login node, below a command if there is one. */
  private Outcome run(int nodes, List<String> below, List<String> words) throws IOException {
    Path json = work.resolve("report.json");
    String hosts =
        IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).collect(Collectors.joining(","));
    List<String> command = new ArrayList<>(List.of(BED, String.valueOf(nodes)));
    command.addAll(below);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "run",
            "-n",
            "4",
            "--hosts=" + hosts,
            "--json=" + json));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // On a busy machine answers to pings take long, and clocks are known less well.
    builder.environment().put("FENCEPOST_SETTLE", "4");
    builder.environment().put("FENCEPOST_PATIENCE", "6");
    Process process = builder.redirectInput(new java.io.File("/dev/null")).start();
    String output = new String(process.getInputStream().readAllBytes());
    int exit = waitFor(process);
    JsonNode report = Files.exists(json) ? new ObjectMapper().readTree(json.toFile()) : null;
    assertThat(report).as(output).isNotNull();
    return new Outcome(exit, output, report);
  }

  private static int waitFor(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
