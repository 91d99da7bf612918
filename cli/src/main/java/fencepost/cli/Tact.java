package fencepost.cli;

import java.util.concurrent.TimeUnit;

/** When a line of progress is to be shown again: not for work that is soon done, then regularly. */
final class Tact {
  /** In milliseconds; tests do not want to wait. */
  private static final long EVERY =
      TimeUnit.MILLISECONDS.toNanos(Long.getLong("fencepost.progress", 500));

  private long next;

  /**
   * @param patience after how many intervals it is shown first
   */
  Tact(int patience) {
    next = System.nanoTime() + patience * EVERY;
  }

  boolean isDue() {
    long now = System.nanoTime();
    if (now < next) {
      return false;
    }
    next = now + EVERY;
    return true;
  }
}
