package fencepost.cli;

import fencepost.report.RunReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs of one program, whose findings are reported together. */
final class RunSeries {
  /** If so many in a row, or a quarter of them if that is more, find nothing new, it is enough. */
  private static final int QUIET = 10;

  private final int most;
  private final List<MonitoredRun.Result> results = new ArrayList<>();
  private @Nullable RunReport together;
  private int quiet;

  RunSeries(int most) {
    this.most = most;
  }

  int size() {
    return results.size();
  }

  /** Whether there is to be one more: not if the last one was ended from outside, or failed. */
  boolean goesOn() {
    return results.isEmpty()
        || (results.size() < most
            && quiet < Math.max(QUIET, most / 4)
            && results.get(results.size() - 1).exitCode() == ExitCode.NOTHING_FOUND);
  }

  void add(MonitoredRun.Result result) {
    RunReport before = together;
    together = before == null ? result.report() : before.and(result.report());
    boolean isNew = before == null || together.findings().size() > before.findings().size();
    quiet = isNew ? 0 : quiet + 1;
    results.add(result);
  }

  /** What all of them found; the seed of the first, if they were shaken. */
  RunReport report(@Nullable Long seed) {
    if (together == null) {
      throw new IllegalStateException("there was no run");
    }
    if (most == 1) {
      return together;
    }
    String seeds = seed == null ? "" : ", with the seeds from " + seed + " on";
    return together.withNote("the findings are those of " + results.size() + " runs" + seeds);
  }

  /** That of the last run: all before it were fine. */
  int exitCode() {
    return results.get(results.size() - 1).exitCode();
  }
}
