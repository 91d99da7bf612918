package fencepost.cli;

import java.util.Locale;

/** One line on the terminal while a program is explored. */
final class CheckProgress {
  private static final long EVERY = 500_000_000;

  private long next = System.nanoTime() + 2 * EVERY;
  private boolean shown;

  void show(int trials, int findings, long steps) {
    long now = System.nanoTime();
    if (Terminal.isThere() && now >= next) {
      next = now + EVERY;
      shown = true;
      System.err.printf(
          Locale.ROOT,
          "\r\u001b[Kfencepost: %d executions, %,d million instructions, %d races so far",
          trials,
          steps / 1_000_000,
          findings);
      System.err.flush();
    }
  }

  void clear() {
    if (shown) {
      System.err.print("\r\u001b[K");
    }
  }
}
