package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.RaceCollector;
import fencepost.trace.LiveTrace;
import java.util.Locale;

/** One line on the terminal while a long run goes on; nothing when the output goes elsewhere. */
final class Progress {
  private static final long EVERY = 500_000_000;

  /** Of records that wait; with fewer bytes of them the analysis may wait for its other thread. */
  private static final long IDLE = 1 << 16;

  private final boolean terminal;
  private final boolean watched;
  private final long start = System.nanoTime();
  private long next = start + 4 * EVERY;
  private boolean shown;

  /**
   * @param wanted whether the terminal is free for it
   * @param watched whether it can be seen elsewhere
   */
  Progress(boolean wanted, boolean watched) {
    this.terminal = wanted && Terminal.isThere();
    this.watched = watched;
  }

  void show(Analysis analysis, RaceCollector races, LiveTrace trace) {
    long now = System.nanoTime();
    if (!(terminal || watched) || now < next) {
      return;
    }
    next = now + EVERY;
    if (trace.backlog() < IDLE) {
      analysis.finish(); // races in what was heard last are found, too
    }
    if (!terminal) {
      return;
    }
    shown = true;
    Terminal.progress("fencepost: " + text(analysis, races, trace));
  }

  String text(Analysis analysis, RaceCollector races, LiveTrace trace) {
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(
        Locale.ROOT,
        "%d s, %s so far, %,d events, %,d per second, %,d KiB behind",
        (long) seconds,
        races.size() == 1 ? "1 race" : races.size() + " races",
        analysis.events(),
        (long) (analysis.events() / seconds),
        trace.backlog() / 1024);
  }

  void clear() {
    if (shown) {
      Terminal.clearProgress();
    }
  }
}
