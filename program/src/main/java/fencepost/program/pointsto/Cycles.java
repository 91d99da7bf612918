package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Strongly connected components of a graph, found in the way of Tarjan, without recursion. */
final class Cycles {
  private static final int DONE = Integer.MAX_VALUE;

  private final IntFunction<IntList> targets;
  private final int[] lowest; // 0 if not visited
  private final IntArrayList open = new IntArrayList();
  private final List<Visit> path = new ArrayList<>();
  private final List<IntList> components = new ArrayList<>();
  private int visited;

  private static final class Visit {
    final int node;
    final int number;
    final IntList targets;
    int next;

    Visit(int node, int number, IntList targets) {
      this.node = node;
      this.number = number;
      this.targets = targets;
    }
  }

  Cycles(int nodes, IntFunction<IntList> targets) {
    this.targets = targets;
    this.lowest = new int[nodes];
  }

  /** Finds the components of all that can be reached from a node. */
  void visit(int start) {
    if (lowest[start] == 0) {
      enter(start);
    }
    while (!path.isEmpty()) {
      Visit visit = path.get(path.size() - 1);
      if (visit.next == visit.targets.size()) {
        path.remove(path.size() - 1);
        leave(visit);
        continue;
      }
      int target = visit.targets.getInt(visit.next++);
      if (lowest[target] == 0) {
        enter(target);
      } else if (lowest[target] != DONE) {
        lowest[visit.node] = Math.min(lowest[visit.node], lowest[target]);
      }
    }
  }

  private void enter(int node) {
    visited++;
    lowest[node] = visited;
    open.add(node);
    path.add(new Visit(node, visited, targets.apply(node)));
  }

  private void leave(Visit visit) {
    int low = lowest[visit.node];
    if (low == visit.number) {
      IntArrayList component = new IntArrayList(1);
      int node;
      do {
        node = open.popInt();
        lowest[node] = DONE;
        component.add(node);
      } while (node != visit.node);
      components.add(component);
    } else {
      Visit from = path.get(path.size() - 1);
      lowest[from.node] = Math.min(lowest[from.node], low);
    }
  }

  /** The components; no edge leads from one to a later one. */
  List<IntList> components() {
    return components;
  }
}
