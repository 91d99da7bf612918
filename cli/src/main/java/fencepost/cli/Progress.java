package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.RaceCollector;
import fencepost.trace.LiveTrace;
import java.util.Locale;

/** One line on the terminal while a long run goes on; nothing when the output goes elsewhere. */
final class Progress {
  private static final long EVERY = 500_000_000;

  private final boolean terminal;
  private final long start = System.nanoTime();
  private long next = start + 4 * EVERY;
  private boolean shown;

  Progress(boolean wanted) {
    terminal = wanted && Terminal.isThere();
  }

  void show(Analysis analysis, RaceCollector races, LiveTrace trace) {
    long now = System.nanoTime();
    if (!terminal || now < next) {
      return;
    }
    next = now + EVERY;
    shown = true;
    Terminal.progress("fencepost: " + text(analysis, races, trace));
  }

  String text(Analysis analysis, RaceCollector races, LiveTrace trace) {
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(
        Locale.ROOT,
        "%d s, %d races so far, %,d events, %,d per second, %,d KiB behind",
        (long) seconds,
        races.size(),
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
