package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Andersen's analysis: sets of locations, inclusions between them, and listeners that add further
 * inclusions when a set grows.
 *
 * <p>A node stands for a set of locations; a location is an object and a distance from its start,
 * or any distance.
 */
final class Solver {
  /** Added to a location, gives any place in its object. */
  static final long ANYWHERE = Long.MIN_VALUE;

  private final List<Node> nodes = new ArrayList<>();
  private final IntArrayFIFOQueue grown = new IntArrayFIFOQueue();
  private final long most;
  private long steps;

  /** Told of every location in a set, now and later. */
  interface Listener {
    void found(long location);
  }

  private record Edge(int to, long shift) {}

  private static final long NOTHING = 0; // no location: the first object has a distance

  private static final class Node {
    long standsForIt = NOTHING;
    final LongOpenHashSet locations = new LongOpenHashSet();
    final LongArrayList fresh = new LongArrayList();
    final List<Edge> edges = new ArrayList<>();
    final Set<Edge> known = new HashSet<>();
    final List<Listener> listeners = new ArrayList<>();
  }

  /** Gives up after so many steps, about ten million of which take a second. */
  Solver(long most) {
    this.most = most;
  }

  int node() {
    nodes.add(new Node());
    return nodes.size() - 1;
  }

  /**
   * Wherever the set is included, this location takes its place, which so means all that is in the
   * set. What very many sets would include is kept in one.
   */
  void standsFor(int node, long location) {
    nodes.get(node).standsForIt = location;
    add(node, location);
  }

  void add(int node, long location) {
    steps++;
    Node at = nodes.get(node);
    if (at.locations.add(location)) {
      if (at.fresh.isEmpty()) {
        grown.enqueue(node);
      }
      at.fresh.add(location);
    }
  }

  /** Everything in one set is also in the other, so many bytes further. */
  void include(int from, int to, long shift) {
    Node at = nodes.get(from);
    if (at.standsForIt != NOTHING) {
      add(to, at.standsForIt);
      return;
    }
    steps++;
    Edge edge = new Edge(to, shift);
    if ((from == to && shift == 0) || !at.known.add(edge)) {
      return;
    }
    at.edges.add(edge);
    for (long location : at.locations.toLongArray()) {
      add(to, Place.shifted(location, shift));
    }
  }

  void listen(int node, Listener listener) {
    Node at = nodes.get(node);
    at.listeners.add(listener);
    for (long location : at.locations.toLongArray()) {
      listener.found(location);
    }
  }

  /** Lets all sets grow until nothing changes any more. */
  void solve() {
    while (!grown.isEmpty() && !gaveUp()) {
      Node node = nodes.get(grown.dequeueInt());
      long[] fresh = node.fresh.toLongArray();
      node.fresh.clear();
      for (int next = 0; next < fresh.length && !gaveUp(); next++) {
        long location = fresh[next];
        for (int i = 0; i < node.edges.size(); i++) {
          Edge edge = node.edges.get(i);
          add(edge.to, Place.shifted(location, edge.shift));
        }
        for (int i = 0; i < node.listeners.size(); i++) {
          node.listeners.get(i).found(location);
        }
      }
    }
  }

  /** Whether sets may still lack something. */
  boolean gaveUp() {
    return steps > most;
  }

  LongSet locations(int node) {
    return nodes.get(node).locations;
  }
}
