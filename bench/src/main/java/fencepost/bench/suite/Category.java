package fencepost.bench.suite;

import java.util.Locale;

/** What a scenario is about. */
public enum Category {
  /** Which accesses conflict. */
  CONFLICT,
  /** What completes and orders accesses. */
  SYNC,
  /** Which atomics are atomic with each other. */
  ATOMIC,
  /** Threads in a process. */
  HYBRID,
  /** How the access is written in the program. */
  MISC,
  /** Processes that order one another indirectly. */
  ORDER,
  /** Races that depend on the schedule. */
  SCHEDULE;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
