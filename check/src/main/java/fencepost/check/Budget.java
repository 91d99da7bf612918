package fencepost.check;

/**
 * The time that there is. Each part of the work has some of its own, so that what was executed is
 * also analysed, and what was not reached is looked at.
 */
final class Budget {
  private static final double FOR_STEPS = 0.75;
  private static final double FOR_RECORDS = 0.875;

  private final long start = System.nanoTime();
  private final double seconds;

  Budget(double seconds) {
    this.seconds = seconds;
  }

  /** Whether there is time for another step of the program. */
  boolean allowsSteps() {
    return used() < FOR_STEPS * seconds;
  }

  /** Whether there is time for the engine to hear of what was recorded. */
  boolean allowsRecords() {
    return used() < FOR_RECORDS * seconds;
  }

  /** Whether there is any time left. */
  boolean isLeft() {
    return used() < seconds;
  }

  private double used() {
    return (System.nanoTime() - start) / 1e9;
  }
}
