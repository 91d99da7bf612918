package fencepost.cli;

import fencepost.bench.runner.Result;
import fencepost.bench.runner.SuiteRun;
import java.util.Locale;

/** A bar on the terminal with the time left. */
final class SuiteProgress implements SuiteRun.Listener {
  private static final int WIDTH = 30;

  private final long start = System.nanoTime();
  private final int all;
  private int done;

  SuiteProgress(int all) {
    this.all = all;
  }

  @Override
  public void done(Result result) {
    done++;
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    int filled = WIDTH * done / all;
    Terminal.progress(
        String.format(
            Locale.ROOT,
            "[%s%s] %d of %d, %s left, %s %s",
            "#".repeat(filled),
            " ".repeat(WIDTH - filled),
            done,
            all,
            duration(seconds * (all - done) / done),
            result.outcome(),
            result.name()));
  }

  private static String duration(long seconds) {
    return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }
}
