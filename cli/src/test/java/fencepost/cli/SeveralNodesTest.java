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
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Programs on several nodes, which {@code tests/nodes/bed} makes on this machine: each has a
 * network, shared memory, processes and a clock of its own, and clocks are a thousand seconds
 * apart.
 */
@Isolated("its nodes share the cores of this machine, and give up one that stands still for long")
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
          Outcome outcome = run(nodes, program);
          assertThat(outcome.exit).as(outcome.output).isEqualTo(bug == 0 ? 0 : 66);
          assertThat(outcome.isComplete()).as(outcome.output).isTrue();
          assertThat(outcome.lines()).isEqualTo(expected);
        });
  }

  /** What is spawned on another node is read there by the same agent as the others. */
  @Test
  void spawnedProcessesAreOnBothNodes() throws IOException {
    TestProgram program = new TestProgram(TESTS.resolve("spawn/spawn_put_before_fence.c"));
    Path binary = work.resolve("program");
    program.compile(TestToolchain.GCC_OPEN_MPI, false, binary);
    Outcome outcome = run(2, program.ranks(), binary);
    assertThat(outcome.exit).as(outcome.output).isEqualTo(66);
    assertThat(outcome.isComplete()).as(outcome.output).isTrue();
    assertThat(outcome.report.path("ranks").asInt()).isEqualTo(4);
    assertThat(outcome.output).contains("by rank 1 of the spawned program");
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
    Outcome outcome = fault("cut", true, 30); // the program waits for ever
    assertThat(outcome.exit).as(outcome.output).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.output).contains("the connection to node n2 was lost");
    assertThat(outcome.output).doesNotContain("left behind");
  }

  @Test
  void theProgramGoesOnWithoutAnAnalyserThatIsKilled() throws IOException {
    Printed said = harm("kill", true, List.of());
    assertThat(said.exit).as(said.output).isEqualTo(137);
    assertThat(said.output).contains("patient: 10 rounds").doesNotContain("left behind");
  }

  @Test
  void theProgramEndsWithAnAnalyserThatIsAskedToEnd() throws IOException {
    assumeTrue(FULL, "only with all tests");
    Outcome outcome = fault("term", true, 60);
    assertThat(outcome.exit).as(outcome.output).isEqualTo(143);
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.output)
        .contains("the run was ended by signal 15")
        .doesNotContain("left behind");
  }

  @Test
  void aNodeWithoutSharedMemoryIsNotRecordedAndTheReportSaysSo() throws IOException {
    assumeTrue(FULL, "only with all tests");
    Outcome outcome = fault("memory", true, 60);
    assertThat(outcome.exit).as(outcome.output).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(outcome.output)
        .contains("there is no room in shared memory", "only 2 of 4 processes were recorded")
        .doesNotContain("left behind");
  }

  // ---- recordings ----

  @Test
  void eachNodeWritesItsPartAndTogetherTheyAreTheTrace() throws IOException {
    Path trace = work.resolve("trace");
    Printed said = harm("none", false, List.of("--record-only", "--record=" + trace));
    assertThat(said.exit).as(said.output).isZero();
    assertThat(said.output)
        .contains("recorded 4 processes", "in 2 parts")
        .doesNotContain("left behind");
    Outcome outcome = analyze(trace);
    assertThat(outcome.exit).as(outcome.output).isEqualTo(66);
    assertThat(outcome.isComplete()).as(outcome.output).isTrue();
    assertThat(outcome.lines()).isEqualTo(racyLines());
  }

  /** Whoever does not run for seconds must not take that for an end of the processes. */
  @Test
  void aWriterThatIsHeldUpGoesOn() throws IOException {
    Path trace = work.resolve("trace");
    Printed said = harm("stall", true, List.of("--record-only", "--record=" + trace));
    assertThat(said.exit).as(said.output).isZero();
    assertThat(said.output)
        .contains("recorded 4 processes", "in 2 parts")
        .doesNotContain("left behind", "unrecorded");
  }

  @Test
  void aDiskThatIsFullEndsTheRecordingAndNotTheProgram() throws IOException {
    Path disk = Files.createDirectory(work.resolve("disk"));
    Printed said =
        harm("disk", true, List.of("--record-only", "--record=" + disk.resolve("trace")));
    assertThat(said.exit).as(said.output).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(said.output)
        .contains("patient: 10 rounds", "ends before its processes did")
        .doesNotContain("left behind");
    Outcome outcome = analyze(work.resolve("disk.copy/trace"));
    assertThat(outcome.exit).as(outcome.output).isEqualTo(ExitCode.TOOL_FAILED);
    assertThat(outcome.isComplete()).isFalse();
  }

  // ---- Slurm ----

  /**
   * It may end all processes of a node with the last one of the program, agents among them, and
   * pass on only some variables. What an agent has left that was killed is removed by the next one.
   */
  @Test
  void whatSlurmStartsIsSeenToItsEndAndItsMemoryIsGivenBack() throws IOException {
    String after =
        "export SLURM_EXPORT_ENV=PATH,OMPI_MCA_btl,OMPI_MCA_pml,OMPI_MCA_osc;"
            + " $BED_SHELL n2 'mkdir /dev/shm/fencepost-node-0f0f0f0f0f0f; cd"
            + " /dev/shm/fencepost-node-0f0f0f0f0f0f; touch owner ring.0';"
            + " \"$@\"; exit=$?; for node in n1 n2; do $BED_SHELL $node"
            + " 'ls /dev/shm/fencepost-*/ring.* 2>/dev/null' | sed 's/^/left behind: /'; done;"
            + " exit $exit";
    Outcome outcome = inSlurm(List.of("sh", "-c", after, "sh"), "--launcher=srun -N 2 -n 4");
    assertThat(outcome.exit).as(outcome.output).isEqualTo(66);
    assertThat(outcome.isComplete()).as(outcome.output).isTrue();
    assertThat(outcome.lines()).isEqualTo(racyLines());
    assertThat(outcome.output).doesNotContain("left behind");
  }

  @Test
  void mpirunMayTakeAllNodesOfAJob() throws IOException {
    List<String> job = List.of("salloc", "-N", "2", "-n", "4", "--ntasks-per-node=2");
    Outcome outcome = inSlurm(job, "-n4");
    assertThat(outcome.exit).as(outcome.output).isEqualTo(66);
    assertThat(outcome.isComplete()).as(outcome.output).isTrue();
    assertThat(outcome.report.path("ranks").asInt()).isEqualTo(4);
  }

  /** Runs the racy program in a Slurm of two nodes, below a command. */
  private Outcome inSlurm(List<String> below, String start) throws IOException {
    for (String part : List.of("slurmctld", "slurmd", "srun")) {
      assumeTrue(Shell.find(part).isPresent(), "no " + part + " on this machine");
    }
    Path program = work.resolve("patient");
    new TestProgram(PATIENT).compile(TestToolchain.GCC_OPEN_MPI, false, program);
    String go = Files.createFile(work.resolve("go")).toString();
    Path json = work.resolve("report.json");
    List<String> command =
        new ArrayList<>(List.of(BED, "2", TESTS.resolve("nodes/slurm").toString()));
    command.addAll(below);
    Printed said =
        tool(
            command,
            List.of(
                "run",
                start,
                "--json=" + json,
                "--timeout=60",
                program.toString(),
                work.resolve("ready").toString(),
                go));
    assertThat(json).as(said.output).exists();
    return new Outcome(said.exit, said.output, new ObjectMapper().readTree(json.toFile()));
  }

  private Outcome analyze(Path trace) throws IOException {
    Path json = work.resolve("report.json");
    Printed said = tool(List.of(), List.of("analyze", "--json=" + json, trace.toString()));
    return new Outcome(said.exit, said.output, new ObjectMapper().readTree(json.toFile()));
  }

  private static TreeSet<Integer> racyLines() throws IOException {
    return TestProgram.markedLines(PATIENT, 2).stream()
        .map(place -> Integer.parseInt(place.substring(place.lastIndexOf(':') + 1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Outcome fault(String kind, boolean fixed, int seconds) throws IOException {
    Path json = work.resolve("report.json");
    Printed said = harm(kind, fixed, List.of("--json=" + json, "--timeout=" + seconds));
    assertThat(json).as(said.output).exists();
    return new Outcome(said.exit, said.output, new ObjectMapper().readTree(json.toFile()));
  }

  /** Runs the patient program on two nodes, and does harm to it. */
  private Printed harm(String kind, boolean fixed, List<String> options) throws IOException {
    Path program = work.resolve("patient");
    new TestProgram(PATIENT).compile(TestToolchain.GCC_OPEN_MPI, fixed, program);
    String ready = work.resolve("ready").toString();
    String go = work.resolve("go").toString();
    List<String> words = new ArrayList<>(List.of("run", "-n", "4", "--hosts=n1,n2"));
    words.addAll(options);
    words.addAll(List.of(program.toString(), ready, go));
    return tool(List.of(BED, "2", TESTS.resolve("nodes/fault").toString(), kind, ready, go), words);
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

  /** What the tool said. */
  private record Printed(int exit, String output) {}

  private Outcome run(int nodes, Path program) throws IOException {
    return run(nodes, 4, program);
  }

  private Outcome run(int nodes, int ranks, Path program) throws IOException {
    Path json = work.resolve("report.json");
    String hosts =
        IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).collect(Collectors.joining(","));
    Printed said =
        tool(
            List.of(BED, String.valueOf(nodes)),
            List.of(
                "run",
                "-n",
                String.valueOf(ranks),
                "--hosts=" + hosts,
                "--json=" + json,
                "--timeout=120",
                program.toString()));
    assertThat(json).as(said.output).exists();
    return new Outcome(said.exit, said.output, new ObjectMapper().readTree(json.toFile()));
  }

  /** Runs the tool below a command, if there is one. */
  private Printed tool(List<String> below, List<String> words) throws IOException {
    List<String> command = new ArrayList<>(below);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // On a busy machine answers to pings take long, and clocks are known less well.
    builder.environment().put("FENCEPOST_SETTLE", "4");
    builder.environment().put("FENCEPOST_PATIENCE", "6");
    if (Files.exists(work.resolve("disk"))) {
      builder.environment().put("BED_DISK", work.resolve("disk").toString());
    }
    Process process = builder.redirectInput(new java.io.File("/dev/null")).start();
    String output = new String(process.getInputStream().readAllBytes());
    return new Printed(waitFor(process), output);
  }

  private static int waitFor(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
