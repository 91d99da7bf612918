package fencepost.cli;

import fencepost.trace.Participants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The launcher of a run while it goes on, and with it all processes of the program. It does not
 * always end by itself: mpirun of Open MPI sometimes waits for ever after a process has called
 * MPI_Abort, deaf to SIGTERM (its server for PMIx waits for a lock that nobody gives back), and the
 * report would wait with it. Nor do all processes end with it: those of a launcher that was killed
 * stay, and are nobody's children any more.
 */
final class LauncherProcess {
  /** On a machine with much to do mpirun was seen to take more than ten seconds for its end. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PATIENCE_WHEN_STOPPED = Duration.ofSeconds(4);
  private static final long NEVER = Long.MAX_VALUE;

  /** Whatever ends the tool, its programs end with it. */
  private static final Set<LauncherProcess> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(LauncherProcess::kill)));
  }

  private final Process process;
  private final Path mark;
  private final boolean endsWithItsProcesses;
  private final long patience;
  private final long patienceWhenStopped;
  private final long interval;
  private long nextLook = System.nanoTime();
  private boolean hadProcesses;
  private boolean leftBehind;
  private volatile long stopped = NEVER;
  private long alone = NEVER;

  /**
   * @param mark a path that all processes of the run have in their environment, and no others
   * @param endsWithItsProcesses what mpirun does; a script may have other things to do
   */
  LauncherProcess(Process process, Path mark, boolean endsWithItsProcesses) {
    this(process, mark, endsWithItsProcesses, PATIENCE, PATIENCE_WHEN_STOPPED);
  }

  LauncherProcess(
      Process process,
      Path mark,
      boolean endsWithItsProcesses,
      Duration patience,
      Duration patienceWhenStopped) {
    this.process = process;
    this.mark = mark;
    this.endsWithItsProcesses = endsWithItsProcesses;
    this.patience = patience.toNanos();
    this.patienceWhenStopped = patienceWhenStopped.toNanos();
    this.interval = Math.min(this.patience, this.patienceWhenStopped) / 10;
    RUNNING.add(this);
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
    if (stopped == NEVER) {
      process.destroy();
      stopped = System.nanoTime();
    }
  }

  /** Ends it and all of its processes. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    Participants.of(mark).forEach(ProcessHandle::destroyForcibly);
    RUNNING.remove(this);
  }

  /** It has ended in its own time: what it may have left in the background is the program's. */
  void letGo() {
    RUNNING.remove(this);
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
    if (now - patience > alone) {
      leftBehind = true;
      kill();
    } else if (now - patienceWhenStopped > stopped) {
      kill();
    }
  }
}
