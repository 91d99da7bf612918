package fencepost.cli;

import fencepost.trace.LiveTrace;
import fencepost.trace.Participants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Watches over a program and its analysis, and depends on neither. When the time is up or a signal
 * comes:
 *
 * <pre>
 *   at once     the program is asked to end; the analysis goes on with what was recorded
 *   after 3 s   the analysis leaves out what it has not come to
 *   after 4 s   what is left of the program is killed (LauncherProcess)
 *   after 6 s   the analysis is given up, and what it has found so far is reported
 * </pre>
 */
final class Supervision {
  private static final long LOOK = 20;

  /** How long the analysis may work on what was recorded before the run was stopped. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  /** On a busy machine that work takes longer: so many times as long by the clock, at most. */
  private static final long BUSY = 3;

  private static final long ORPHANS_MAY_TAKE = TimeUnit.SECONDS.toNanos(1);
  private static final long NEVER = Long.MAX_VALUE;

  private final LiveAnalysis analysis;
  private final LauncherProcess program;
  private final Signals signals;
  private final long timeout;
  private final long start = System.nanoTime();
  private final List<String> notes = new ArrayList<>();
  private long stopped = NEVER;
  private long workedBefore;
  private boolean timedOut;
  private boolean cutShort;
  private boolean gaveUp;

  /**
   * @param timeout in nanoseconds; 0 for none
   */
  Supervision(LiveAnalysis analysis, LauncherProcess program, Signals signals, long timeout) {
    this.analysis = analysis;
    this.program = program;
    this.signals = signals;
    this.timeout = timeout;
  }

  /** Returns when both have come to an end. */
  void watch() {
    while (!gaveUp && !analysis.await(LOOK)) {
      look();
      long late = stopped == NEVER ? -1 : waited() - PATIENCE;
      if (late > 0) {
        cutShort = true;
        analysis.cutShort();
        gaveUp = late > PATIENCE && !program.isAlive();
      }
    }
    if (!analysis.failure().isEmpty()) {
      notes.add(analysis.failure());
      program.stop(); // nobody reads its records any more
    }
    while (program.isAlive()) {
      sleep();
      look();
    }
    if (cutShort) {
      notes.add("the analysis was stopped before it was done with what was recorded");
    }
  }

  /** Since the run was stopped: time in which the analysis has worked, or could have. */
  private long waited() {
    return Math.max(analysis.processorTime() - workedBefore, (System.nanoTime() - stopped) / BUSY);
  }

  private void look() {
    try {
      program.endIfOverdue();
      if (stopped == NEVER && signals.received() != 0) {
        Terminal.say("ending the run for a report; once more to end at once");
        stop("the run was ended by signal " + signals.received());
      } else if (stopped == NEVER && timeout > 0 && System.nanoTime() - start > timeout) {
        timedOut = true;
        String what = program.isAlive() ? "the program" : "the analysis";
        stop(what + " was stopped after " + TimeUnit.NANOSECONDS.toSeconds(timeout) + " seconds");
      }
    } catch (OutOfMemoryError e) {
      analysis.releaseReserve(); // and at the next look there will be enough
    }
  }

  private void stop(String why) {
    notes.add(why);
    program.stop();
    stopped = System.nanoTime();
    workedBefore = analysis.processorTime();
  }

  /**
   * Ends what a launcher that was stopped or killed has left of the program. One that has come to
   * its end by itself may have started something in the background, which is left alone.
   */
  void endOrphans(LiveTrace trace) {
    if (stopped == NEVER && analysis.failure().isEmpty()) {
      long since = System.nanoTime();
      while (someRecord(trace) && System.nanoTime() - since < ORPHANS_MAY_TAKE) {
        sleep();
      }
      if (!someRecord(trace)) {
        return;
      }
      notes.add("the launcher ended before processes of the program, which were ended");
    }
    program.kill();
  }

  private static boolean someRecord(LiveTrace trace) {
    return trace.writers().stream().anyMatch(pid -> Participants.isOne(pid, trace.directory()));
  }

  private static void sleep() {
    try {
      Thread.sleep(LOOK);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the report should say of it. */
  List<String> notes() {
    return notes;
  }

  boolean timedOut() {
    return timedOut;
  }

  /** Whether the analysis was not done with what was recorded; it may even be at work still. */
  boolean cutShort() {
    return cutShort;
  }
}
