package fencepost.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Findings that most likely have one cause: the same rule, in the same memory, and each shares a
 * line with another one of the group. A put that is never completed races with every load behind
 * it, and calls in a row that fill the same memory race pair by pair.
 */
final class FindingGroups {
  private final int[] first;

  private FindingGroups(int size) {
    first = new int[size];
  }

  /** For each finding, the number of the first one of its group. */
  static int[] of(List<Finding> findings) {
    FindingGroups groups = new FindingGroups(findings.size());
    Map<List<Object>, Integer> byLine = new HashMap<>();
    for (int i = 0; i < findings.size(); i++) {
      groups.first[i] = i;
      Finding finding = findings.get(i);
      for (Finding.Access access : finding.accesses()) {
        List<Object> line =
            List.of(
                finding.rule(), finding.certainty(), finding.location().object(), access.lines(2));
        Integer other = byLine.putIfAbsent(line, i);
        if (other != null) {
          groups.join(i, other);
        }
      }
    }
    for (int i = 0; i < findings.size(); i++) {
      groups.first[i] = groups.root(i);
    }
    return groups.first;
  }

  private void join(int one, int other) {
    int low = Math.min(root(one), root(other));
    first[Math.max(root(one), root(other))] = low;
  }

  private int root(int number) {
    int root = number;
    while (first[root] != root) {
      first[root] = first[first[root]];
      root = first[root];
    }
    return root;
  }
}
