package fencepost.bench.runner;

import java.util.List;

/** Outcomes, counted. */
public record Score(int tp, int fp, int tn, int fn, int timeouts, int failed, int others) {

  static Score of(List<Result> results) {
    return new Score(
        count(results, Outcome.TP),
        count(results, Outcome.FP),
        count(results, Outcome.TN),
        count(results, Outcome.FN),
        count(results, Outcome.TIMEOUT),
        count(results, Outcome.FAILED),
        results.stream().mapToInt(Result::others).sum());
  }

  private static int count(List<Result> results, Outcome outcome) {
    return (int) results.stream().filter(r -> r.outcome() == outcome).count();
  }

  /** NaN where nothing was reported. */
  double precision() {
    return (double) tp / (tp + fp);
  }

  double recall() {
    return (double) tp / (tp + fn);
  }

  double accuracy() {
    return (double) (tp + tn) / (tp + fp + tn + fn);
  }

  double f1() {
    return 2.0 * tp / (2 * tp + fp + fn);
  }
}
