package fencepost.cli;

import fencepost.report.Candidate;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import java.io.File;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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
    Set<List<Candidate.Hold>> open = orders(candidates, Candidate::holds);
    if (open.size() > most) {
      open = orders(candidates, Candidate::holdsFromTheStart);
    }
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
    for (List<Candidate.Hold> holds : open) {
      long taken = System.nanoTime() - began;
      if (tried == most || !goesOn || taken > Math.max(SHORT, nanoseconds)) {
        break;
      }
      MonitoredRun.Result result = tryOut(Candidate.held(holds, hold), patience);
      all = all.tried(candidates, result.report());
      goesOn = result.signal() == 0;
      tried++;
    }
    return run.with(all.withNote(note(tried, open.size())));
  }

  /** Candidates that need the same calls to be held share a run. */
  private static Set<List<Candidate.Hold>> orders(
      List<Candidate> candidates, Function<Candidate, List<Candidate.Hold>> holds) {
    return candidates.stream().map(holds).collect(Collectors.toCollection(LinkedHashSet::new));
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

  private MonitoredRun.Result tryOut(String held, long patience) {
    return start
        .get()
        .timeoutAfter(patience)
        .holding(held)
        .outputTo(ProcessBuilder.Redirect.to(new File("/dev/null")))
        .run(suppressions);
  }
}
