package fencepost.cli;

import fencepost.nodes.TimeServer;
import fencepost.report.AnalysedTrace;
import fencepost.report.Suppressions;
import fencepost.trace.GrowingTrace;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a program that is recorded, and analysed by nobody or by a cluster. On each node the
 * first process starts a writer, which puts the records of that node into the directory of the
 * trace. Nothing connects to this machine, which only starts the program and tells the time, in the
 * same directory.
 */
final class RecordingRun {
  private static final long LOOK = 20;

  private final String name;
  private final List<String> command;
  private final Path trace;
  private final Map<String, String> environment = new TreeMap<>();
  private long timeout;
  private boolean ownLauncher;
  private int ended;

  RecordingRun(String name, List<String> command, Path trace) {
    this.name = name;
    this.command = command;
    this.trace = trace.toAbsolutePath();
  }

  RecordingRun timeoutAfter(@Nullable Long seconds) {
    timeout = seconds == null ? 0 : TimeUnit.SECONDS.toNanos(seconds);
    return this;
  }

  RecordingRun launchedBy(@Nullable String custom) {
    ownLauncher = custom != null;
    return this;
  }

  RecordingRun with(String variable, @Nullable Object value) {
    if (value != null) {
      environment.put(variable, value.toString());
    }
    return this;
  }

  /** Returns what the tool exits with. */
  int run() {
    try {
      RecordedTrace.create(trace, name);
      return report(record());
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  /**
   * The same run, which a cluster analyses while it goes on: a job reads what is written. The
   * program never waits for it.
   */
  int analysedBy(FlinkAnalysis cluster, ReportOptions options, Suppressions suppressions) {
    try {
      RecordedTrace.create(trace, name);
      CompletableFuture<AnalysedTrace> analysed = new CompletableFuture<>();
      inBackground(() -> cluster.analyse(trace, true), analysed);
      int exit;
      try {
        exit = record();
      } finally {
        GrowingTrace.end(trace);
      }
      int found = new TraceReport(trace, name, await(analysed)).write(options, suppressions);
      int own = ended == 0 ? exit : ended;
      boolean wasCut = found == ExitCode.TOOL_FAILED && own != 0; // which is said already
      return found == ExitCode.NOTHING_FOUND || wasCut ? own : found;
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  private static <T> void inBackground(Callable<T> work, CompletableFuture<T> result) {
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.call());
              } catch (Exception e) {
                result.completeExceptionally(e);
              }
            },
            "cluster");
    thread.setDaemon(true);
    thread.start();
  }

  private static <T> T await(CompletableFuture<T> result) throws IOException {
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ToolFailure failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
  }

  /** Returns what the program exits with, when all of it is written. */
  private int record() throws IOException {
    TimeServer server = TimeServer.of(trace);
    try {
      int exit = runProgram();
      awaitParts();
      return exit;
    } finally {
      server.close();
    }
  }

  private int runProgram() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    UserEnvironment.restore(builder);
    Map<String, String> forNodes = OtherNodes.recording(trace);
    // No analyser is there, so every process looks for the writer of its node.
    Path mark = trace.resolve("run." + UUID.randomUUID());
    builder.environment().putAll(environment);
    builder.environment().put("FENCEPOST_DIR", mark.toString());
    OtherNodes.describe(forNodes, builder.environment());
    Signals signals = Signals.listen();
    LauncherProcess program = new LauncherProcess(builder.start(), mark, !ownLauncher);
    try {
      watch(program, signals);
      return program.exitValue();
    } finally {
      if (ended != 0 || program.isAlive()) {
        program.kill();
      }
      program.letGo();
    }
  }

  private void watch(LauncherProcess program, Signals signals) {
    long start = System.nanoTime();
    while (program.isAlive()) {
      program.endIfOverdue();
      if (ended == 0 && signals.received() != 0) {
        ended = Signals.exitCode(signals.received());
        program.stop();
      } else if (ended == 0 && timeout > 0 && System.nanoTime() - start > timeout) {
        ended = ExitCode.TIMED_OUT;
        program.stop();
      }
      sleep();
    }
  }

  /** What the writers have in hand comes soon; a node that was lost does not end. */
  private void awaitParts() throws IOException {
    long since = System.nanoTime();
    long patience = OtherNodes.patience().toNanos();
    while (System.nanoTime() - since < patience) {
      try (RecordedTrace written = RecordedTrace.open(trace)) {
        if (written.isWritten()) {
          return;
        }
      }
      sleep();
    }
  }

  private int report(int programExit) throws IOException {
    try (RecordedTrace written = RecordedTrace.open(trace)) {
      List<String> missing = written.missing(0, false);
      missing.forEach(what -> System.err.println("fencepost: " + what));
      if (written.strands().isEmpty()) {
        throw new ToolFailure(
            programExit == 0 ? ExitCode.TOOL_FAILED : programExit,
            "nothing was recorded: build "
                + name
                + " with 'fencepost cc'; all nodes must see "
                + trace
                + OtherNodes.NEEDED);
      }
      System.err.printf(
          "fencepost: recorded %d processes of %s in %d parts; to analyse them: fencepost analyze %s%n",
          written.strands().size(), name, written.parts(), trace);
      return ended != 0 ? ended : missing.isEmpty() ? programExit : ExitCode.TOOL_FAILED;
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(LOOK);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
