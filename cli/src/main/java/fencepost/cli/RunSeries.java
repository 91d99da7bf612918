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
  private final boolean isFixed;
  private final List<MonitoredRun.Result> results = new ArrayList<>();
  private @Nullable RunReport together;
  private int quiet;

  private RunSeries(int most, boolean isFixed) {
    this.most = most;
    this.isFixed = isFixed;
  }

  /** Not more than so many: fewer if nothing new is found. */
  static RunSeries upTo(int most) {
    return new RunSeries(most, false);
  }

  static RunSeries of(int number) {
    return new RunSeries(number, true);
  }

  int size() {
    return results.size();
  }

  /** Whether there is to be one more: not if the last one was ended from outside, or failed. */
  boolean goesOn() {
    return results.isEmpty()
        || (results.size() < most
            && (isFixed || quiet < Math.max(QUIET, most / 4))
            && results.get(results.size() - 1).exitCode() == ExitCode.NOTHING_FOUND);
  }

  void add(MonitoredRun.Result result) {
    RunReport before = together;
    together = before == null ? result.report() : before.and(result.report());
    boolean isNew = before == null || together.findings().size() > before.findings().size();
    quiet = isNew ? 0 : quiet + 1;
    results.add(result);
  }

  /** What all of them found. */
  RunReport report() {
    if (together == null) {
      throw new IllegalStateException("there was no run");
    }
    return together;
  }

  /** The same, with the seed of the first, if they were shaken. */
  RunReport report(@Nullable Long seed) {
    if (most == 1) {
      return report();
    }
    String seeds = seed == null ? "" : ", with the seeds from " + seed + " on";
    return report().withNote("the findings are those of " + results.size() + " runs" + seeds);
  }

  /** That of the last run: all before it were fine. */
  int exitCode() {
    return results.get(results.size() - 1).exitCode();
  }
}
