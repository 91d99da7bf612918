package fencepost.check;

import fencepost.check.Trial.Outcome;
import fencepost.check.Trial.Setting;
import fencepost.check.library.Inputs;
import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.check.machine.Unknowns;
import fencepost.frontend.Strict;
import fencepost.report.Candidate;
import fencepost.report.Finding;
import fencepost.report.SourceNames;
import fencepost.trace.BrokenTraceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Executes a program again and again: with several numbers of processes and arguments, and with
 * other inputs where the program took a decision by one. What other orders of the same execution
 * have is predicted from it; it is executed in another order only if it may do something else
 * there. Every finding is one of an execution that exists.
 */
public final class Exploration {
  private static final int MOST_NAMES = 8;
  private static final int MOST_HELD = 8;

  private final Image image;
  private final Plan plan;
  private final Map<List<Object>, Finding> findings = new LinkedHashMap<>();

  /** The calls that have been held with the present number of processes. */
  private final Set<List<Candidate.Hold>> held = new HashSet<>();

  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> assumptions = new LinkedHashSet<>();
  private final Set<String> unmodelled = new TreeSet<>();
  private final Coverage coverage;
  private final Budget budget;
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
      @Nullable List<String> arguments,
      Set<Strict> strict,
      double seconds,
      String reproduce,
      Progress progress) {}

  /** Is told how far the exploration is. */
  public interface Progress {
    void show(int trials, int findings, long steps, Coverage coverage);
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

    Result and(List<Finding> more, boolean stoppedToo) {
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
          stopped || stoppedToo,
          steps,
          events);
    }
  }

  public Exploration(Image image, Plan plan) {
    this.image = image;
    this.plan = plan;
    this.coverage = new Coverage(image);
    this.budget = new Budget(plan.seconds);
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
    Frontier frontier = new Frontier();
    held.clear();
    Map<Integer, Long> chosen = Map.of();
    while (chosen != null && !stopped) {
      tryOut(ranks, chosen, frontier);
      chosen = frontier.next();
    }
    if (frontier.isCutOff()) {
      notes.add("there are more ways to decide by inputs than were tried");
    }
  }

  /**
   * Tries some inputs, and other orders if the program may do something else in them: the opposite
   * one, and those in which it is told something else at the places where that may lead to a race.
   */
  private void tryOut(int ranks, Map<Integer, Long> chosen, Frontier frontier) {
    Setting usual = new Setting(ranks, inputs(), chosen);
    Trial first = tryOut(usual, frontier);
    if (first == null || !first.dependsOnOrder()) {
      return;
    }
    List<Candidate> candidates = new ArrayList<>(first.candidates());
    Trial opposite = tryOut(usual.inOppositeOrder(), frontier);
    if (opposite != null) {
      candidates.addAll(opposite.candidates());
    }
    for (Candidate candidate : candidates) {
      boolean open = !findings.containsKey(candidate.key()) && held.size() < MOST_HELD;
      if (open && held.add(candidate.holds())) {
        tryOut(usual.holding(candidate, first.machine().steps()), frontier);
      }
    }
  }

  /** Null if there is no time left. */
  private @Nullable Trial tryOut(Setting setting, Frontier frontier) {
    if (!budget.allowsSteps()) {
      stopped = true;
      return null;
    }
    Trial trial = tryOut(setting);
    frontier.add(trial.unknowns(), setting.chosen());
    return trial;
  }

  private Trial tryOut(Setting setting) {
    Runnable progress = () -> plan.progress.show(trials, findings.size(), steps, coverage);
    Trial trial = new Trial(image, setting, plan.strict, budget, progress);
    try {
      Outcome outcome = trial.run();
      collect(setting, trial, outcome);
    } catch (BrokenTraceException e) {
      notes.add("an execution could not be analysed: " + e.getMessage());
    }
    return trial;
  }

  /** Whether there is time left for what no execution reached. */
  boolean hasTime() {
    return budget.isLeft();
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
      Finding told = withPath(finding, setting, trial);
      findings.merge(finding.key(), told, Exploration::moreCertain);
    }
  }

  private static Finding moreCertain(Finding known, Finding other) {
    boolean better =
        known.certainty() == Finding.Certainty.STATIC_MAY
            && other.certainty() == Finding.Certainty.STATIC_MUST;
    return better ? other : known;
  }

  private Finding withPath(Finding f, Setting setting, Trial trial) {
    Unknowns unknowns = trial.unknowns();
    List<String> path = new ArrayList<>(f.path());
    boolean predicted = !path.isEmpty();
    if (f.certainty() == Finding.Certainty.STATIC_MAY) {
      path.add("behind calls that are not modelled: " + namesOf(trial.machine().unmodelled()));
    }
    List<String> given = new ArrayList<>();
    unknowns.inputs().stream()
        .filter(input -> !input.name().equals(Inputs.ARGUMENT_COUNT))
        .forEach(input -> given.add(input.name() + " = " + input.value()));
    path.add(
        "with "
            + setting.ranks()
            + " processes"
            + (given.isEmpty() ? "" : ", if " + String.join(", ", given)));
    if (setting.held() != null) {
      path.addAll(setting.held().path());
    } else if (!predicted && trial.dependsOnOrder()) {
      path.add("in some order of threads and processes, which a run need not have");
    }
    path.add(
        "repeat it with: "
            + String.format(plan.reproduce, setting.ranks())
            + String.join("", words(setting, unknowns).stream().map(word -> " " + word).toList()));
    return f.with(path);
  }

  private static List<String> namesOf(Set<String> functions) {
    return functions.stream().limit(MOST_NAMES).map(SourceNames::inSource).toList();
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
