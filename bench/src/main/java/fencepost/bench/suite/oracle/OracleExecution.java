package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What all strands tell: the events as a graph, the effects, and what completes them. */
final class OracleExecution {
  /**
   * Completes the effects that carry the tag and were issued before {@code upTo}, for whoever comes
   * after {@code at}; valid only if {@code upTo} is before {@code via}.
   */
  record Completion(String tag, int upTo, int via, int at) {}

  /** An event that waits for all signals of a name. */
  record Await(String key, int node) {}

  /** Whoever waits for the signal sees the end of what carries the tag and was issued before it. */
  record Promise(String signal, String tag) {}

  final int ranks;
  final Order order = new Order();
  final List<OracleEffect> effects = new ArrayList<>();
  final List<Completion> completions = new ArrayList<>();
  final List<Promise> promises = new ArrayList<>();
  final Map<String, List<Integer>> fences = new HashMap<>();
  final Map<String, List<Integer>> signals = new HashMap<>();
  final List<Await> awaits = new ArrayList<>();
  final Observations observations = new Observations(this);

  /** Which of two ways it goes where it could go either. */
  final boolean otherWay;

  boolean hasAlternative;

  OracleExecution(int ranks, boolean otherWay) {
    this.otherWay = otherWay;
    this.ranks = ranks;
  }

  void signal(String key, int node) {
    signals.computeIfAbsent(key, k -> new ArrayList<>()).add(node);
  }

  /** When every strand has been told: who waited for whom. */
  void connect() {
    for (Await await : awaits) {
      List<Integer> from = signals.get(await.key);
      if (from == null) {
        throw new IllegalStateException("the scenario waits for ever for " + await.key);
      }
      from.forEach(node -> order.edge(node, await.node));
    }
    for (Promise promise : promises) {
      for (int from : signals.getOrDefault(promise.signal, List.of())) {
        awaits.stream()
            .filter(await -> await.key.equals(promise.signal))
            .forEach(a -> completions.add(new Completion(promise.tag, from, from, a.node)));
      }
    }
    observations.connect();
    order.close();
  }
}
