package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.nodes.Nodes;
import fencepost.report.RaceCollector;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.LiveTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of a program while it runs, in a thread of its own: whatever the analysis is busy
 * with, the thread that waits for it can lose patience.
 */
final class LiveAnalysis {
  /** Of records that wait to be analysed; with fewer bytes of them there is time for a nap. */
  private static final long BATCH = 1 << 18;

  private static final long LONGEST_STANDSTILL = TimeUnit.SECONDS.toNanos(10);

  private final LiveTrace trace;
  private final @Nullable Nodes nodes;
  private final Analysis analysis;
  private final RaceCollector races;
  private final LauncherProcess program;
  private final Progress progress;
  private final MemoryReserve reserve = new MemoryReserve();
  private final Thread thread = new Thread(this::work, "analysis");

  /** Since when there has been no memory for what cannot be analysed yet; 0 if there is. */
  private long fullSince;

  // Written by the thread, and read when it is over.
  private Analysis.Ending ending = Analysis.Ending.INCOMPLETE;
  private volatile String failure = "";
  private volatile boolean cutShort;

  LiveAnalysis(
      LiveTrace trace,
      @Nullable Nodes nodes,
      Analysis analysis,
      RaceCollector races,
      LauncherProcess program,
      Progress progress) {
    this.trace = trace;
    this.nodes = nodes;
    this.analysis = analysis;
    this.races = races;
    this.program = program;
    this.progress = progress;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Waits for some milliseconds; whether it is over. */
  boolean await(long milliseconds) {
    try {
      thread.join(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return !thread.isAlive();
  }

  /** How long it has worked, in nanoseconds; 0 if it is over. */
  long processorTime() {
    return Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()));
  }

  /** Has it come to its end soon: what is not translated or not looked at yet is left out. */
  void cutShort() {
    cutShort = true;
    trace.cutOff();
    analysis.abandon();
  }

  /** Why it came to an end before the program; empty if it did not. */
  String failure() {
    return failure;
  }

  Analysis.Ending ending() {
    return ending;
  }

  /** For work beside it that has run out of memory. */
  void releaseReserve() {
    reserve.release();
  }

  // ---- the thread ----

  private void work() {
    try {
      follow();
      ending = analysis.end();
    } catch (OutOfMemoryError e) {
      reserve.release();
      failed(outOfMemory());
    } catch (BrokenTraceException e) {
      failed("the records of the program make no sense: " + e.getMessage() + origin(e.getCause()));
    } catch (IOException e) {
      failed("the records of the program cannot be read: " + FileTrouble.describe(e));
    } catch (UncheckedIOException e) {
      failed(
          "the records of the program cannot be read: "
              + FileTrouble.describe(Objects.requireNonNull(e.getCause())));
    } catch (RuntimeException | StackOverflowError e) {
      failed("the analysis failed" + origin(e));
    }
  }

  /** For whoever has to mend the tool. */
  static String origin(@Nullable Throwable e) {
    if (e == null) {
      return "";
    }
    StackTraceElement[] frames = e.getStackTrace();
    return String.format(" (%s%s)", e, frames.length == 0 ? "" : " in " + frames[0]);
  }

  static String outOfMemory() {
    return "the analysis ran out of memory (%d MB); give it more with FENCEPOST_JAVA_OPTIONS=-Xmx4g"
        .formatted(Runtime.getRuntime().maxMemory() >> 20);
  }

  private void failed(String why) {
    failure = why;
    analysis.abandon();
    try {
      analysis.finish();
    } catch (RuntimeException | OutOfMemoryError e) {
      // It has failed already; what was found until then is reported.
    }
  }

  private void follow() throws IOException {
    Backoff backoff = new Backoff();
    try {
      while (program.isAlive() || (nodes != null && nodes.areAwaited() && !cutShort)) {
        trace.newRings().forEach(analysis::add);
        boolean moved = step();
        if (moved) {
          backoff.reset();
        }
        if (!moved || trace.backlog() < BATCH) {
          backoff.pause();
        }
        progress.show(analysis, races, trace);
      }
    } finally {
      Terminal.clearProgress();
    }
    trace.newRings().forEach(analysis::add);
  }

  private boolean step() {
    boolean moved = analysis.step();
    if (!moved && trace.isNearlyFull()) {
      return makeRoom();
    }
    fullSince = 0;
    return moved;
  }

  /**
   * A ring is full of records that cannot be analysed before those of another process, which may
   * itself wait for the writer. They are kept in memory. Only if there is no more of it for some
   * time does the analysis go on without what is missing, and the report says so.
   */
  private boolean makeRoom() {
    if (trace.setAside(Runtime.getRuntime().maxMemory() / 4)) {
      fullSince = 0;
      return true;
    }
    long now = System.nanoTime();
    if (fullSince == 0) {
      fullSince = now;
    }
    return now - fullSince > LONGEST_STANDSTILL && analysis.goOnUnproven();
  }
}
