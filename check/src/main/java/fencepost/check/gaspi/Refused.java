package fencepost.check.gaspi;

/** A procedure does nothing but return an error code, because it was used wrongly. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final Outcome outcome;

  Refused(Outcome outcome) {
    super(outcome.name(), null, false, false);
    this.outcome = outcome;
  }

  /** Goes on only if the use is right. */
  static void unless(boolean right, Outcome outcome) {
    if (!right) {
      throw new Refused(outcome);
    }
  }
}
