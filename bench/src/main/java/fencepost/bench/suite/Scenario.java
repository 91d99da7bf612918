package fencepost.bench.suite;

import fencepost.bench.suite.oracle.Oracle;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/**
 * A program and what its author says about it.
 *
 * @param name what distinguishes it in its category
 * @param remote whether the pair meets in the memory of a target, else in a local buffer
 * @param pair the two accesses that the scenario is about
 * @param racy whether they race
 * @param description one sentence that says why
 */
public record Scenario(
    Model model,
    Category category,
    String name,
    int ranks,
    List<Statement> body,
    List<Statement> pair,
    boolean remote,
    boolean racy,
    String description) {

  public Scenario {
    body = List.copyOf(body);
    pair = List.copyOf(pair);
  }

  /** A name without suffix that is unique in the suite. */
  public String fileName() {
    return String.join(
        "-",
        model.name(),
        category.label(),
        name,
        remote ? "remote" : "local",
        racy ? "yes" : "no");
  }

  /** What the definition of a race says about it. */
  public Oracle oracle() {
    return new Oracle(ranks, strand -> body.forEach(statement -> statement.tell(strand)));
  }

  /** The kind of race in the words of the labels. */
  public String raceKind() {
    return racy ? (remote ? "remote" : "local") : "none";
  }

  @Override
  public String toString() {
    return fileName().toLowerCase(Locale.ROOT);
  }
}
