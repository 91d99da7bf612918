package fencepost.cli;

import fencepost.check.Coverage;
import java.util.Locale;

/** One line on the terminal while a program is explored. */
final class CheckProgress {
  private final Tact tact = new Tact(2);

  void show(int trials, int findings, long steps, Coverage coverage) {
    if (tact.isDue()) {
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
}
