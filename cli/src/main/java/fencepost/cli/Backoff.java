package fencepost.cli;

import java.util.concurrent.locks.LockSupport;

/**
 * Waiting for records without taking the processor from the program: what comes in a millisecond is
 * taken at once, and the naps are longer the longer nothing comes.
 */
final class Backoff {
  private static final long SHORTEST = 1_000_000;
  private static final long LONGEST = 4_000_000;

  private long nap = SHORTEST;

  void reset() {
    nap = SHORTEST;
  }

  void pause() {
    LockSupport.parkNanos(nap);
    nap = Math.min(LONGEST, nap * 2);
  }
}
