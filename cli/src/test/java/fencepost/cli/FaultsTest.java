package fencepost.cli;

import static fencepost.cli.FaultTool.await;
import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.Participants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever ends the analyser or its program, really caused: what was found is reported, and neither
 * a process nor a file is left.
 */
class FaultsTest {
  private static final int KILLED = 128 + 9;

  @TempDir static Path directory = Path.of("");
  private static FaultTool tool;

  @BeforeAll
  static void build() throws IOException {
    tool = new FaultTool(directory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void aSignalEndsTheRunWithAReport(String signal) throws IOException {
    FaultTool.Running run = tool.start("--json=report.json -n 2", "hang");
    run.signal(signal);
    assertReported(run, "the run was ended by signal");
    assertThat(Files.readString(tool.file("report.json"))).contains("\"complete\" : false");
  }

  @Test
  void controlCOnATerminalEndsTheRunWithAReport() throws IOException {
    FaultTool.Running run = tool.start("-n 2", "hang");
    run.signalGroup("INT");
    assertReported(run, "the run was ended by signal 2");
  }

  /** The launcher and the program do not hear SIGTERM, so the first signal takes a while. */
  @Test
  void aSecondControlCEndsAtOnce() throws IOException {
    FaultTool.Running run = tool.start("--launcher='env --ignore-signal=TERM,INT'", "hang");
    run.signal("INT");
    await("an answer", () -> tool.output().contains("once more to end at once"));
    run.signal("INT");
    assertThat(run.exit()).isEqualTo(128 + 2);
    assertThat(tool.output()).as("no report").doesNotContain("found");
    assertNothingIsLeftOf(run);
  }

  /** The program goes on to its end; then the next run finds what the dead one has left. */
  @Test
  void aProgramWhoseAnalyserIsKilledGoesOnAndSaysSo() throws IOException {
    FaultTool.Running killed = tool.start("-n 2", "wait");
    killed.signal("KILL");
    assertThat(killed.exit()).isEqualTo(KILLED);
    assertThat(killed.trace()).exists();
    tool.run("./fencepost run --launcher=env ./fault clean"); // leaves alone what is in use
    assertThat(killed.trace()).exists();
    Files.createFile(tool.file("go"));
    await("the program to end", () -> Participants.of(killed.trace()).findAny().isEmpty());
    assertThat(tool.output()).contains("the analyser is gone", "there will be no report");
    assertThat(tool.run("./fencepost run --launcher=env ./fault clean")).contains("exit 0");
    assertNothingIsLeftOf(killed);
  }

  @Test
  void processesOfALauncherThatIsKilledAreEnded() throws IOException {
    FaultTool.Running run =
        tool.start("--launcher='sh -c \"\\\"\\$@\\\"; exit 3\" launcher'", "hang");
    ProcessHandle launcher = run.process().children().findFirst().orElseThrow();
    launcher.destroyForcibly();
    assertReported(run, "the launcher ended before processes of the program");
  }

  @Test
  void aProgramThatHangsIsStoppedInTime() throws IOException {
    Instant start = Instant.now();
    assertThat(tool.run("./fencepost run --timeout=1 -n 2 ./fault hang 2>&1"))
        .contains("the program was stopped after 1 seconds", "1 race found", "exit 66");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(100));
    tool.assertNothingIsLeft();
  }

  /** Records come faster than they are analysed, all the time. */
  @Test
  void theTimeIsUpAlsoForABusyAnalysis() throws IOException {
    Instant start = Instant.now();
    assertThat(tool.run("./fencepost run --timeout=3 -n 2 ./fault loop 2>&1"))
        .contains("was stopped after 3 seconds", "exit 66");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(100));
    tool.assertNothingIsLeft();
  }

  private static void assertReported(FaultTool.Running run, String note) throws IOException {
    assertThat(run.exit()).as(tool.output()).isEqualTo(ExitCode.RACES);
    assertThat(tool.output())
        .contains("RACE 1", note, "1 race found (only a part was seen)")
        .doesNotContain("\tat ");
    assertNothingIsLeftOf(run);
  }

  private static void assertNothingIsLeftOf(FaultTool.Running run) throws IOException {
    tool.assertNothingIsLeft();
    assertThat(run.trace()).doesNotExist();
  }
}
