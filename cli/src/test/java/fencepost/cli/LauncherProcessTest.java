package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Launchers that do not end by themselves, played by shells that do not hear SIGTERM. */
class LauncherProcessTest {
  private static final String DEAF = "trap '' TERM; ";

  @Test
  void aLauncherIsEndedWhenItsProcessesAreGone() throws Exception {
    LauncherProcess launcher = start(DEAF + "sleep 0.3; exec sleep 1000", true);
    awaitEnd(launcher);
    assertThat(launcher.wasLeftBehind()).isTrue();
  }

  @Test
  void aScriptIsNotEndedWhenItsProcessesAreGone() throws Exception {
    LauncherProcess launcher = start("sleep 0.3; exec sleep 1.5", false);
    awaitEnd(launcher);
    assertThat(launcher.wasLeftBehind()).isFalse();
    assertThat(launcher.exitValue()).isZero();
  }

  @Test
  void aLauncherIsLeftAloneWhileItsProcessesRun() throws Exception {
    LauncherProcess launcher = start("sleep 1.5; exit 3", true);
    awaitEnd(launcher);
    assertThat(launcher.exitValue()).isEqualTo(3);
  }

  @Test
  void aLauncherThatDoesNotStopIsEndedWithItsProcesses() throws Exception {
    LauncherProcess launcher = start(DEAF + "sleep 1000; exit 0", true);
    launcher.stop();
    awaitEnd(launcher);
    assertThat(launcher.wasLeftBehind()).isFalse();
    assertThat(launcher.exitValue()).isNotZero();
  }

  private static LauncherProcess start(String script, boolean endsWithItsProcesses)
      throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", script).start();
    Duration patience = Duration.ofMillis(500);
    return new LauncherProcess(
        shell, Path.of("/no/mark"), endsWithItsProcesses, patience, patience);
  }

  private static void awaitEnd(LauncherProcess launcher) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (launcher.isAlive()) {
      assertThat(System.nanoTime()).isLessThan(end);
      launcher.endIfOverdue();
      Thread.sleep(10);
    }
  }
}
