package fencepost.bench.runner;

/** A verdict against the labels. A true positive needs both lines. */
public enum Outcome {
  TP,
  FP,
  TN,
  FN,
  TIMEOUT,
  FAILED;

  static Outcome of(Case given, Verdict verdict) {
    return switch (verdict.ending()) {
      case TIMEOUT -> TIMEOUT;
      case FAILED -> FAILED;
      case FINISHED ->
          given.isRacy()
              ? (verdict.names(given.pair()) ? TP : FN)
              : (verdict.races().isEmpty() ? TN : FP);
    };
  }

  boolean isRight() {
    return this == TP || this == TN;
  }
}
