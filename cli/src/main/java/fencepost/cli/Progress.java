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
    System.err.printf(
        Locale.ROOT,
        "\r\u001b[Kfencepost: %d s, %,d events, %d races so far, %,d KiB behind",
        (now - start) / 1_000_000_000,
        analysis.events(),
        races.size(),
        trace.backlog() / 1024);
    System.err.flush();
  }

  void clear() {
    if (shown) {
      System.err.print("\r\u001b[K");
    }
  }
}
