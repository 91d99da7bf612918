package fencepost.cli;

import fencepost.check.Coverage;
import java.util.Locale;

/** One line on the terminal while a program is explored. */
final class CheckProgress {
  private static final long EVERY = 500_000_000;

  private long next = System.nanoTime() + 2 * EVERY;
  private boolean shown;

  void show(int trials, int findings, long steps, Coverage coverage) {
    long now = System.nanoTime();
    if (Terminal.isThere() && now >= next) {
      next = now + EVERY;
      shown = true;
      int sites = coverage.sites();
      Terminal.progress(
          String.format(
              Locale.ROOT,
              "fencepost: %s so far, %d executions, %d of %d remote accesses reached, %,d"
                  + " million instructions",
              findings == 1 ? "1 race" : findings + " races",
              trials,
              sites - coverage.missed().size(),
              sites,
              steps / 1_000_000));
    }
  }

  void clear() {
    if (shown) {
      Terminal.clearProgress();
    }
  }
}
