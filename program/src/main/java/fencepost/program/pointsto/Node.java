package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A set of places, where it is included, and who is to be told of it. */
final class Node {
  PlaceSet all;
  PlaceSet seen; // what has been passed on
  boolean blurred; // it has any place of each of its objects
  long standsForIt = Solver.NOTHING;
  private IntArrayList copies = new IntArrayList(0);
  private List<Further> shifts = new ArrayList<>(0);
  final List<Solver.Listener> listeners = new ArrayList<>(0);
  final List<Applied> rules = new ArrayList<>(0);

  /** An inclusion at another distance. */
  record Further(int to, long shift) {}

  /** A rule, and the set that belongs to it. */
  record Applied(Solver.Rule rule, int node) {}

  Node(PlaceSet empty) {
    all = empty;
    seen = empty;
  }

  IntArrayList copies() {
    return copies;
  }

  List<Further> shifts() {
    return shifts;
  }

  /** Inclusions that move all places alike, so that those around a cycle can be counted. */
  List<Further> distances() {
    return shifts.stream().filter(further -> Shift.isDistance(further.shift)).toList();
  }

  /** Whether there is something to be passed on. */
  boolean hasGrown() {
    return all != seen;
  }

  void add(int to, long shift) {
    if (shift == 0) {
      copies.add(to);
    } else {
      shifts.add(new Further(to, shift));
    }
  }

  /** Calls the targets what they are called now, and each of them once. */
  void tidy(int self, Groups groups) {
    int[] targets = copies.toIntArray();
    for (int i = 0; i < targets.length; i++) {
      targets[i] = groups.of(targets[i]);
    }
    Arrays.sort(targets);
    copies = new IntArrayList(targets.length);
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] != self && (i == 0 || targets[i] != targets[i - 1])) {
        copies.add(targets[i]);
      }
    }
    if (!shifts.isEmpty()) {
      Set<Further> renamed = new LinkedHashSet<>();
      shifts.forEach(shift -> renamed.add(new Further(groups.of(shift.to), shift.shift)));
      shifts = new ArrayList<>(renamed);
    }
  }

  void blur() {
    blurred = true;
    all = all.shifted(Shift.ANYWHERE);
  }

  /** The set that belongs to a rule; negative if the rule is not known. */
  int find(Solver.Rule rule) {
    for (Applied applied : rules) {
      if (applied.rule.equals(rule)) {
        return applied.node;
      }
    }
    return -1;
  }

  /** Becomes one with another; adds pairs of nodes that so have to become one, too. */
  void take(Node other, IntArrayList pairs) {
    all = all.union(other.all);
    seen = seen.intersection(other.seen);
    copies.addAll(other.copies);
    shifts.addAll(other.shifts);
    listeners.addAll(other.listeners);
    for (Applied applied : other.rules) {
      int known = find(applied.rule);
      if (known < 0) {
        rules.add(applied);
      } else {
        pairs.add(known);
        pairs.add(applied.node);
      }
    }
    if (blurred || other.blurred) {
      blur();
    }
  }
}
