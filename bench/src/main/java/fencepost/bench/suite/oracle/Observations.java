package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Order through values. Who sees a value is ordered after the updates that made it: after those
 * that are in every set of updates that gives such a value.
 */
final class Observations {
  /**
   * @param sets whether the value replaces the old one, else it is added
   * @param together effects that have ended for whoever sees it
   */
  record Update(
      String cell,
      boolean sets,
      long value,
      OracleEffect effect,
      List<OracleEffect> together,
      int node) {}

  private record Observation(String cell, LongPredicate expected, int node) {}

  private final OracleExecution execution;
  private final List<Update> updates = new ArrayList<>();
  private final List<Observation> observations = new ArrayList<>();

  Observations(OracleExecution execution) {
    this.execution = execution;
  }

  void update(Update update) {
    updates.add(update);
  }

  void observe(String cell, LongPredicate expected, int node) {
    observations.add(new Observation(cell, expected, node));
  }

  void connect() {
    for (Observation observation : observations) {
      certain(observation).forEach(update -> connect(update, observation.node));
    }
  }

  private void connect(Update update, int observer) {
    execution.order.edge(update.node, observer);
    String own = "observed " + update.effect.issue;
    update.effect.completedBy(own);
    update.together.forEach(effect -> effect.completedBy(own));
    complete(own, update.node, update.node, observer);
    String channel = update.effect.channel;
    if (channel != null) {
      for (int fence : execution.fences.getOrDefault(channel, List.of())) {
        String delivered = OracleEffect.delivered(channel, update.effect.region.rank());
        complete(delivered, fence, update.node, observer);
      }
    }
  }

  private void complete(String tag, int upTo, int via, int at) {
    execution.completions.add(new OracleExecution.Completion(tag, upTo, via, at));
  }

  private List<Update> certain(Observation observation) {
    List<Update> candidates =
        updates.stream().filter(u -> u.cell.equals(observation.cell)).toList();
    List<List<Update>> histories = new ArrayList<>();
    for (Update last : candidates) {
      if (last.sets && observation.expected.test(last.value)) {
        histories.add(List.of(last));
      }
    }
    addSums(candidates.stream().filter(u -> !u.sets).toList(), observation.expected, histories);
    if (histories.isEmpty()) {
      throw new IllegalStateException("nothing makes the value waited for in " + observation.cell);
    }
    List<Update> certain = new ArrayList<>(histories.get(0));
    histories.forEach(certain::retainAll);
    return certain;
  }

  /** Every set of additions, none included, that gives an expected sum. */
  private static void addSums(
      List<Update> additions, LongPredicate expected, List<List<Update>> histories) {
    for (int subset = 0; subset < 1 << additions.size(); subset++) {
      List<Update> chosen = new ArrayList<>();
      for (int i = 0; i < additions.size(); i++) {
        if ((subset >> i & 1) == 1) {
          chosen.add(additions.get(i));
        }
      }
      if (expected.test(chosen.stream().mapToLong(Update::value).sum())) {
        histories.add(chosen);
      }
    }
  }
}
