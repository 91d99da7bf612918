package fencepost.bench.suite;

import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;

/** Scenarios of one category that are being written down. */
public class Catalogue {
  private final Model model;
  private final Category category;
  private final List<Scenario> scenarios = new ArrayList<>();

  public Catalogue(Model model, Category category) {
    this.model = model;
    this.category = category;
  }

  public final List<Scenario> scenarios() {
    return scenarios;
  }

  /** What a scenario is about: two accesses, and where they meet. */
  public record Pair(Statement one, Statement other, boolean remote) {
    public static Pair local(Statement one, Statement other) {
      return new Pair(one, other, false);
    }

    public static Pair remote(Statement one, Statement other) {
      return new Pair(one, other, true);
    }
  }

  public final void race(String name, int ranks, Pair pair, String why, Statement... body) {
    add(name, ranks, pair, true, why, List.of(body));
  }

  public final void clean(String name, int ranks, Pair pair, String why, Statement... body) {
    add(name, ranks, pair, false, why, List.of(body));
  }

  public final void race(String name, int ranks, Pair pair, String why, List<Statement> body) {
    add(name, ranks, pair, true, why, body);
  }

  public final void clean(String name, int ranks, Pair pair, String why, List<Statement> body) {
    add(name, ranks, pair, false, why, body);
  }

  /** A race, or none. */
  public final void add(
      String name, int ranks, Pair pair, boolean racy, String why, List<Statement> body) {
    scenarios.add(
        new Scenario(
            model,
            category,
            name,
            ranks,
            body,
            List.of(pair.one, pair.other),
            pair.remote,
            racy,
            why));
  }
}
