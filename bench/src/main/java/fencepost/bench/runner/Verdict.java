package fencepost.bench.runner;

import java.util.List;

/**
 * What a tool said about a case.
 *
 * @param races the places of each race that it reported
 * @param message what went wrong, or empty
 */
public record Verdict(Ending ending, List<List<SourceLine>> races, String message) {
  /** How the tool ended. */
  public enum Ending {
    FINISHED,
    TIMEOUT,
    FAILED
  }

  public static Verdict finished(List<List<SourceLine>> races) {
    return new Verdict(Ending.FINISHED, races, "");
  }

  public static Verdict timeout() {
    return new Verdict(Ending.TIMEOUT, List.of(), "");
  }

  public static Verdict failed(String message) {
    return new Verdict(Ending.FAILED, List.of(), message);
  }

  /** Whether one of the races is between these places. */
  boolean names(List<SourceLine> pair) {
    return races.stream().anyMatch(race -> isAbout(race, pair));
  }

  /** How many races are not between these places. */
  int others(List<SourceLine> pair) {
    return (int) races.stream().filter(race -> !isAbout(race, pair)).count();
  }

  /** A report may name further places; one about a line that races with itself may not. */
  private static boolean isAbout(List<SourceLine> race, List<SourceLine> pair) {
    boolean withItself = pair.stream().distinct().count() == 1;
    return !pair.isEmpty() && race.containsAll(pair) && (!withItself || pair.containsAll(race));
  }
}
