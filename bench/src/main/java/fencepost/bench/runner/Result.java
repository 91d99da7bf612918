package fencepost.bench.runner;

import java.util.List;

/**
 * What came of one case.
 *
 * @param others how many races were reported besides the labelled one
 * @param reports what was reported, for people
 */
public record Result(
    String name,
    String category,
    boolean racy,
    Outcome outcome,
    int others,
    double seconds,
    List<String> reports,
    String message) {

  static Result of(Case given, Verdict verdict, double seconds) {
    return new Result(
        given.name(),
        given.category(),
        given.isRacy(),
        Outcome.of(given, verdict),
        given.isRacy() ? verdict.others(given.pair()) : 0,
        seconds,
        verdict.races().stream().map(Object::toString).toList(),
        verdict.message());
  }
}
