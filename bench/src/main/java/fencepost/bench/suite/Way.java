package fencepost.bench.suite;

import java.util.ArrayList;
import java.util.List;

/**
 * Statements that order rank 0 before another rank, or look as if they did.
 *
 * @param ranks how many processes take part
 * @param last the rank that is ordered after rank 0
 */
public record Way(String name, int ranks, int last, List<Statement> steps) {
  public Way(String name, int ranks, int last, Statement... steps) {
    this(name, ranks, last, List.of(steps));
  }

  /** From rank 0 to rank 1. */
  public Way(String name, Statement... steps) {
    this(name, 2, 1, List.of(steps));
  }

  /** The steps with something before and after them. */
  public List<Statement> between(List<Statement> before, Statement... after) {
    List<Statement> all = new ArrayList<>(before);
    all.addAll(steps);
    all.addAll(List.of(after));
    return all;
  }

  public List<Statement> between(Statement before, Statement... after) {
    return between(List.of(before), after);
  }
}
