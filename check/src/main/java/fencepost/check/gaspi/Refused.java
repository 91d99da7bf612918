package fencepost.check.gaspi;

/** A procedure does nothing but return an error code, because it was used wrongly. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final GaspiOutcome outcome;

  Refused(GaspiOutcome outcome) {
    super(outcome.name(), null, false, false);
    this.outcome = outcome;
  }

  /** Goes on only if the use is right. */
  static void unless(boolean right, GaspiOutcome outcome) {
    if (!right) {
      throw new Refused(outcome);
    }
  }
}
