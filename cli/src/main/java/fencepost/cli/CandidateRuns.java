package fencepost.cli;

import fencepost.report.Candidate;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs in which a program is told something else than it was: one run for each set of calls that
 * must be held for that. They are bounded in number, and begin only until they have taken as long
 * as the run itself, or a while if that was short.
 */
final class CandidateRuns {
  /** So many, if nobody says how many. */
  static final int USUAL = 8;

  private static final long SHORT = TimeUnit.SECONDS.toNanos(30);
  private static final long SHORTEST_HOLD = 400;
  private static final long LONGEST_HOLD = 5000;

  /** A run is stopped after so many holds more than it should take. */
  private static final int HELD = 20;

  private final Supplier<MonitoredRun> start;
  private final Suppressions suppressions;
  private final int most;

  CandidateRuns(Supplier<MonitoredRun> start, Suppressions suppressions, int most) {
    this.start = start;
    this.suppressions = suppressions;
    this.most = most;
  }

  /**
   * What the run and the further ones have found.
   *
   * @param nanoseconds how long the run took
   */
  MonitoredRun.Result after(MonitoredRun.Result run, long nanoseconds) {
    List<Candidate> candidates = run.candidates();
    Map<List<Candidate.Hold>, List<Candidate>> open = new LinkedHashMap<>();
    candidates.forEach(c -> open.computeIfAbsent(c.holds(), key -> new ArrayList<>()).add(c));
    if (open.isEmpty()) {
      return run;
    }
    long milliseconds = TimeUnit.NANOSECONDS.toMillis(nanoseconds);
    long hold = Math.min(LONGEST_HOLD, Math.max(SHORTEST_HOLD, milliseconds / 2));
    long patience = TimeUnit.MILLISECONDS.toSeconds(2 * milliseconds + HELD * hold) + 1;
    long began = System.nanoTime();
    RunReport all = run.report();
    int tried = 0;
    boolean goesOn = true;
    for (List<Candidate> alike : open.values()) {
      long taken = System.nanoTime() - began;
      if (tried == most || !goesOn || taken > Math.max(SHORT, nanoseconds)) {
        break;
      }
      MonitoredRun.Result result = tryOut(alike, hold, patience);
      all = all.tried(candidates, result.report());
      goesOn = result.signal() == 0;
      tried++;
    }
    return run.with(all.withNote(note(tried, open.size())));
  }

  private static String note(int tried, int all) {
    return String.format(
        "the program was told of %d order%s that may be luck; %s",
        all,
        all == 1 ? "" : "s",
        tried == 0
            ? "none was tried (--candidates)"
            : (tried == all ? (all == 1 ? "it was" : "all were") : tried + " were")
                + " tried, by running it again with calls held");
  }

  private MonitoredRun.Result tryOut(List<Candidate> alike, long hold, long patience) {
    return start
        .get()
        .timeoutAfter(patience)
        .holding(alike.get(0).held(hold))
        .outputTo(ProcessBuilder.Redirect.to(new File("/dev/null")))
        .run(suppressions);
  }
}
