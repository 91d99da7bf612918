package fencepost.cli;

import java.time.Duration;

/**
 * The launcher of a run while it goes on. It does not always end by itself: mpirun of Open MPI
 * sometimes waits for ever after a process has called MPI_Abort, deaf to SIGTERM (its server for
 * PMIx waits for a lock that nobody gives back), and the report would wait with it.
 */
final class LauncherProcess {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long NEVER = Long.MAX_VALUE;

  private final Process process;
  private final boolean endsWithItsProcesses;
  private final long patience;
  private final long interval;
  private long nextLook = System.nanoTime();
  private boolean hadProcesses;
  private boolean leftBehind;
  private long stopped = NEVER;
  private long alone = NEVER;

  /**
   * @param endsWithItsProcesses what mpirun does; a script may have other things to do
   */
  LauncherProcess(Process process, boolean endsWithItsProcesses) {
    this(process, endsWithItsProcesses, PATIENCE);
  }

  LauncherProcess(Process process, boolean endsWithItsProcesses, Duration patience) {
    this.process = process;
    this.endsWithItsProcesses = endsWithItsProcesses;
    this.patience = patience.toNanos();
    this.interval = this.patience / 10;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitValue() {
    return process.exitValue();
  }

  /** Whether it had to be ended though nothing was left of what it had started. */
  boolean wasLeftBehind() {
    return leftBehind;
  }

  /** Asks it to end, and its processes with it. */
  void stop() {
    process.destroy();
    stopped = Math.min(stopped, System.nanoTime());
  }

  /** Ends it if it should have ended some time ago; to be called again and again. */
  void endIfOverdue() {
    long now = System.nanoTime();
    if (now < nextLook) {
      return;
    }
    nextLook = now + interval;
    if (process.descendants().findAny().isPresent()) {
      hadProcesses = true;
      alone = NEVER;
    } else if (hadProcesses && endsWithItsProcesses) {
      alone = Math.min(alone, now);
    }
    if (now - patience > Math.min(stopped, alone)) {
      leftBehind = alone != NEVER;
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
