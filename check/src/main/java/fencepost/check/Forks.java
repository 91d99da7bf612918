package fencepost.check;

import fencepost.check.machine.Unknowns;
import fencepost.check.machine.Unknowns.Decision;
import fencepost.check.machine.Unknowns.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Other values for the inputs of an execution, so that it takes one decision differently and all
 * earlier ones as before. Where no value does that, the two decisions contradict each other, and
 * there is no such execution.
 */
final class Forks {
  private Forks() {}

  /** Other values, and the decision that they change. */
  record Fork(Map<Integer, Long> values, Decision other) {}

  static List<Fork> of(Unknowns unknowns, Map<Integer, Long> chosen) {
    List<Fork> forks = new ArrayList<>();
    List<Decision> decisions = unknowns.decisions();
    for (int i = 0; i < decisions.size(); i++) {
      Decision other = decisions.get(i).opposite();
      Input input = unknowns.inputs().get(other.input());
      List<Decision> constraints =
          new ArrayList<>(
              decisions.subList(0, i).stream().filter(d -> d.input() == other.input()).toList());
      constraints.add(other);
      for (long value : candidates(input, constraints)) {
        if (constraints.stream().allMatch(c -> c.agrees(value))) {
          Map<Integer, Long> fork = new HashMap<>(chosen);
          fork.put(other.input(), value);
          forks.add(new Fork(fork, other));
          break;
        }
      }
    }
    return forks;
  }

  /** Values at the bounds of the constraints; a decision changes nowhere else. */
  private static TreeSet<Long> candidates(Input input, List<Decision> constraints) {
    TreeSet<Long> values = new TreeSet<>();
    for (Decision c : constraints) {
      long scale = c.scale() == 0 ? 1 : c.scale();
      long bound = (c.bound() - c.offset()) / scale;
      for (long value = bound - 1; value <= bound + 1; value++) {
        values.add(value);
      }
    }
    values.removeIf(value -> value < input.least() || value > input.most());
    return values;
  }
}
