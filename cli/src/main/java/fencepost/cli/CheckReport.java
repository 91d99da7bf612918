package fencepost.cli;

import fencepost.check.Coverage;
import fencepost.check.Exploration;
import fencepost.report.RunReport;
import fencepost.report.SourceNames;
import fencepost.report.Suppressions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is said about an exploration: the findings, and how far they go. */
final class CheckReport {
  private static final int MOST = 8;

  private CheckReport() {}

  static RunReport of(
      String program, List<Integer> ranks, Exploration.Result result, Suppressions suppressions) {
    int most = ranks.stream().mapToInt(Integer::intValue).max().orElse(0);
    Map<String, Object> statistics = new TreeMap<>();
    statistics.put("events", result.events());
    statistics.put("executions", result.trials());
    statistics.put("instructions", result.steps());
    statistics.put("remote accesses", result.coverage().sites());
    statistics.put("remote accesses not reached", result.coverage().missed().size());
    return RunReport.of(
        result.models(),
        program,
        most,
        isComplete(result),
        result.findings(),
        suppressions,
        notes(result),
        statistics);
  }

  private static boolean isComplete(Exploration.Result result) {
    return !result.stopped()
        && result.completeTrials() == result.trials()
        && result.coverage().missed().isEmpty()
        && result.unmodelled().isEmpty();
  }

  private static List<String> notes(Exploration.Result result) {
    List<String> notes = new ArrayList<>(shortened(result.notes()));
    notes.add(executions(result.trials(), result.coverage()));
    if (!result.coverage().missed().isEmpty()) {
      notes.add("not reached: " + listed(result.coverage().missed()));
    }
    if (!result.assumptions().isEmpty()) {
      notes.add("assumed: " + listed(result.assumptions()));
    }
    if (!result.unmodelled().isEmpty()) {
      notes.add("not modelled, so that their results are unknown: " + listed(result.unmodelled()));
    }
    if (result.stopped()) {
      notes.add("the time was up before everything was tried; give more with --budget=SECONDS");
    }
    return notes;
  }

  private static String executions(int trials, Coverage coverage) {
    int sites = coverage.sites();
    String text = trials == 1 ? "1 execution" : trials + " executions";
    return sites == 0
        ? text
        : String.format(
            "%s; %d of %d places with remote accesses were reached",
            text, sites - coverage.missed().size(), sites);
  }

  private static List<String> shortened(List<String> all) {
    return all.size() <= MOST ? all : all.subList(0, MOST);
  }

  private static String listed(Collection<String> all) {
    String some = String.join(", ", all.stream().limit(MOST).map(SourceNames::inSource).toList());
    return all.size() > MOST ? some + " and " + (all.size() - MOST) + " more" : some;
  }
}
