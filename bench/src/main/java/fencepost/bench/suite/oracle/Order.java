package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Happens-before, as a graph with all its paths. */
final class Order {
  private final List<BitSet> successors = new ArrayList<>();

  int newNode() {
    successors.add(new BitSet());
    return successors.size() - 1;
  }

  void edge(int from, int to) {
    successors.get(from).set(to);
  }

  void close() {
    for (int via = 0; via < successors.size(); via++) {
      for (BitSet reached : successors) {
        if (reached.get(via)) {
          reached.or(successors.get(via));
        }
      }
    }
    for (int node = 0; node < successors.size(); node++) {
      if (successors.get(node).get(node)) {
        throw new IllegalStateException("the scenario has a deadlock");
      }
    }
  }

  boolean before(int a, int b) {
    return successors.get(a).get(b);
  }

  boolean beforeOrAt(int a, int b) {
    return a == b || before(a, b);
  }
}
