package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;

/** What becomes of a distance on the ways through a strongly connected component. */
enum CycleDistances {
  /** It stays the same everywhere. */
  ZERO,
  /** It differs between the nodes, but comes back as it was. */
  FIXED,
  /** On some way around, it changes. */
  GROWING;

  /** Tells of the edges of a node. */
  interface Edges {
    void from(int node, Visitor visitor);
  }

  /** Told of an edge. */
  interface Visitor {
    void edge(int to, long shift);
  }

  static CycleDistances within(IntList component, Edges edges) {
    Search search = new Search(component, edges);
    search.run(component.getInt(0));
    return search.found;
  }

  private static final class Search {
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final Edges edges;
    private final Int2LongOpenHashMap distances = new Int2LongOpenHashMap();
    private final IntArrayList reached = new IntArrayList();
    private CycleDistances found = ZERO;

    Search(IntList component, Edges edges) {
      this.edges = edges;
      component.forEach(node -> distances.put(node, UNKNOWN));
    }

    void run(int start) {
      reach(start, 0);
      while (!reached.isEmpty() && found != GROWING) {
        int node = reached.popInt();
        long distance = distances.get(node);
        edges.from(node, (to, shift) -> follow(distance, to, shift));
      }
    }

    private void reach(int node, long distance) {
      distances.put(node, distance);
      reached.add(node);
    }

    private void follow(long distance, int to, long shift) {
      if (!distances.containsKey(to)) {
        return;
      }
      boolean near = shift > -AbstractPlace.FARTHEST && shift < AbstractPlace.FARTHEST;
      long before = distances.get(to);
      if (!near || (before != UNKNOWN && before != distance + shift)) {
        found = GROWING;
      } else if (before == UNKNOWN) {
        reach(to, distance + shift);
      }
      if (shift != 0 && found == ZERO) {
        found = FIXED;
      }
    }
  }
}
