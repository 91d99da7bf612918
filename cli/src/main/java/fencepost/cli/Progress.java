package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.RaceCollector;
import fencepost.trace.LiveTrace;
import java.util.Locale;

/** How far a run is, on the terminal or on a page. */
final class Progress {
  /** Of records that wait; with fewer bytes of them the analysis may wait for its other thread. */
  private static final long IDLE = 1 << 16;

  private final boolean terminal;
  private final boolean watched;
  private final long start = System.nanoTime();
  private final Tact tact = new Tact(4);

  /**
   * @param wanted whether the terminal is free for it
   * @param watched whether it can be seen elsewhere
   */
  Progress(boolean wanted, boolean watched) {
    this.terminal = wanted && Terminal.hasProgress();
    this.watched = watched;
  }

  void show(Analysis analysis, RaceCollector races, LiveTrace trace) {
    if (!(terminal || watched) || !tact.isDue()) {
      return;
    }
    if (trace.backlog() < IDLE) {
      analysis.finish(); // races in what was heard last are found, too
    }
    if (terminal) {
      Terminal.progress("fencepost: " + text(analysis, races, trace));
    }
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
}
