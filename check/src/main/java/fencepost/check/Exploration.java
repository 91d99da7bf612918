package fencepost.check;

import fencepost.check.Trial.Outcome;
import fencepost.check.Trial.Schedule;
import fencepost.check.Trial.Setting;
import fencepost.check.library.Inputs;
import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.check.machine.Unknowns;
import fencepost.frontend.Strict;
import fencepost.report.Finding;
import fencepost.trace.BrokenTraceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Executes a program again and again: with several numbers of processes, arguments and schedules,
 * and with other inputs where the program took a decision by one. Every finding is one of an
 * execution that exists.
 */
public final class Exploration {
  private static final int MOST_FORKS = 64;

  private final Image image;
  private final Plan plan;
  private final Map<List<Object>, Finding> findings = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> assumptions = new LinkedHashSet<>();
  private final Set<String> unmodelled = new TreeSet<>();
  private final Coverage coverage;
  private final long deadline;
  private String models = "";
  private int trials;
  private int completeTrials;
  private long steps;
  private long events;
  private boolean stopped;

  /**
   * What is to be tried.
   *
   * @param ranks numbers of processes
   * @param arguments of the program; null if they are not given, so that some are made up
   * @param reproduce the command that runs the program, up to the arguments, {@code %d} for ranks
   */
  public record Plan(
      List<Integer> ranks,
      @org.jspecify.annotations.Nullable List<String> arguments,
      Set<Strict> strict,
      double seconds,
      String reproduce,
      Progress progress) {}

  /** Is told how far the exploration is. */
  public interface Progress {
    void show(int trials, int findings, long steps);
  }

  /** Everything that came of it. */
  public record Result(
      String models,
      List<Finding> findings,
      List<String> notes,
      Coverage coverage,
      Set<String> assumptions,
      Set<String> unmodelled,
      int trials,
      int completeTrials,
      boolean stopped,
      long steps,
      long events) {

    Result and(List<Finding> more) {
      List<Finding> all = new ArrayList<>(findings);
      all.addAll(more);
      return new Result(
          models,
          all,
          notes,
          coverage,
          assumptions,
          unmodelled,
          trials,
          completeTrials,
          stopped,
          steps,
          events);
    }
  }

  public Exploration(Image image, Plan plan) {
    this.image = image;
    this.plan = plan;
    this.coverage = new Coverage(image);
    this.deadline = System.nanoTime() + (long) (plan.seconds * 1e9);
  }

  public Result run() {
    if (image.hasMain()) {
      plan.ranks.forEach(this::explore);
    } else {
      notes.add("there is no main function: nothing was executed");
    }
    return new Result(
        models,
        List.copyOf(findings.values()),
        List.copyOf(notes),
        coverage,
        assumptions,
        unmodelled,
        trials,
        completeTrials,
        stopped,
        steps,
        events);
  }

  private Inputs inputs() {
    if (plan.arguments != null) {
      return new Inputs(plan.arguments, false);
    }
    return new Inputs(List.of(), true);
  }

  private void explore(int ranks) {
    ArrayDeque<Map<Integer, Long>> open = new ArrayDeque<>(List.of(Map.of()));
    Set<Map<Integer, Long>> seen = new HashSet<>(open);
    int forks = 0;
    while (!open.isEmpty()) {
      Map<Integer, Long> chosen = open.poll();
      Unknowns unknowns = null;
      for (Schedule schedule : Schedule.ALL) {
        if (System.nanoTime() > deadline) {
          stopped = true;
          return;
        }
        unknowns = tryOut(new Setting(ranks, inputs(), schedule, chosen));
      }
      for (Map<Integer, Long> other :
          unknowns == null ? List.<Map<Integer, Long>>of() : Forks.of(unknowns, chosen)) {
        if (seen.add(other) && forks < MOST_FORKS) {
          forks++;
          open.add(other);
        }
      }
    }
    if (forks >= MOST_FORKS) {
      notes.add("more than " + MOST_FORKS + " ways to decide by inputs; the others were not tried");
    }
  }

  private Unknowns tryOut(Setting setting) {
    Trial trial = new Trial(image, setting, plan.strict);
    Machine.Supervisor supervisor =
        () -> {
          plan.progress.show(trials, findings.size(), steps);
          return System.nanoTime() < deadline;
        };
    try {
      Outcome outcome = trial.run(supervisor);
      collect(setting, trial, outcome);
    } catch (BrokenTraceException e) {
      notes.add("an execution could not be analysed: " + e.getMessage());
    }
    return trial.unknowns();
  }

  private void collect(Setting setting, Trial trial, Outcome outcome) {
    trials++;
    completeTrials += outcome.complete() ? 1 : 0;
    steps += outcome.steps();
    events += outcome.events();
    models = outcome.models().isEmpty() ? models : outcome.models();
    notes.addAll(outcome.notes());
    stopped |= outcome.ending() == Machine.Ending.STOPPED;
    coverage.add(trial.machine());
    unmodelled.addAll(trial.machine().unmodelled());
    trial.unknowns().inputs().forEach(input -> assumptions.add(input.name()));
    for (Finding finding : outcome.findings()) {
      List<Object> key =
          List.of(
              finding.rule(), finding.accesses().get(0).place(), finding.accesses().get(1).place());
      findings.putIfAbsent(key, withPath(finding, setting, trial.unknowns()));
    }
  }

  private Finding withPath(Finding f, Setting setting, Unknowns unknowns) {
    List<String> path = new ArrayList<>();
    List<String> given = new ArrayList<>();
    unknowns.inputs().stream()
        .filter(input -> !input.name().equals(Inputs.ARGUMENT_COUNT))
        .forEach(input -> given.add(input.name() + " = " + input.value()));
    path.add(
        "with "
            + setting.ranks()
            + " processes"
            + (given.isEmpty() ? "" : ", if " + String.join(", ", given)));
    path.add(
        "repeat it with: "
            + String.format(plan.reproduce, setting.ranks())
            + String.join("", words(setting, unknowns).stream().map(word -> " " + word).toList()));
    return new Finding(
        f.rule(),
        f.location(),
        f.accesses(),
        f.why(),
        f.fix(),
        f.count(),
        f.ranks(),
        Finding.Certainty.STATIC_MUST,
        path);
  }

  /** The command line with which a run takes the same way. */
  private static List<String> words(Setting setting, Unknowns unknowns) {
    if (!setting.inputs().assumed()) {
      return setting.inputs().arguments();
    }
    Map<String, Long> values = new LinkedHashMap<>();
    unknowns.inputs().forEach(input -> values.put(input.name(), input.value()));
    List<String> words = new ArrayList<>();
    for (int i = 1; i < values.getOrDefault(Inputs.ARGUMENT_COUNT, 1L); i++) {
      Long value = values.get(Inputs.nameOf(i));
      words.add(value == null ? Trial.SAMPLE_ARGUMENT : value.toString());
    }
    return words;
  }
}
