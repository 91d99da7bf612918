package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Andersen's analysis: sets of locations, inclusions between them, and listeners that add further
 * inclusions when a set grows.
 *
 * <p>A node stands for a set of locations; a location is an object and a distance from its start,
 * or any distance. Sets grow in sweeps along the inclusions, and only what is new is passed on.
 * Between sweeps, nodes that include each other become one.
 */
final class Solver {
  static final long NOTHING = 0; // no location: the first object has a distance

  private static final int AT_ONCE = 16; // so many words of a set are a step
  private static final int SHARE = 50; // of new edges, for which it is worth to look for cycles

  private final PlaceSet empty = PlaceSet.empty(new PlaceTable());
  private final List<Node> nodes = new ArrayList<>();
  private final Groups groups = new Groups();
  private final LongOpenHashSet knownCopies = new LongOpenHashSet();
  private final Set<KnownShift> knownShifts = new HashSet<>();
  private final IntArrayList order = new IntArrayList(); // who includes comes after the included
  private final IntArrayList positions = new IntArrayList(); // of nodes, in this order
  private final BitSet grown = new BitSet(); // positions
  private final long most;
  private long steps;
  private int newEdges;

  /** Told of every location in a set, now and later; of some more than once. */
  interface Listener {
    void found(long location);
  }

  /**
   * What is done with a set for every location in another one, such as reading into it. Equal rules
   * at the same node share their set.
   */
  interface Rule {
    void found(long location, int node);
  }

  private record KnownShift(int from, int to, long shift) {}

  /** Gives up after so many steps, about ten million of which take a second. */
  Solver(long most) {
    this.most = most;
  }

  int node() {
    int node = groups.add();
    nodes.add(new Node(empty));
    positions.add(order.size());
    order.add(node);
    return node;
  }

  private Node at(int node) {
    return nodes.get(groups.of(node));
  }

  /**
   * Wherever the set is included, this location takes its place, which so means all that is in the
   * set. What very many sets would include is kept in one.
   */
  void standsFor(int node, long location) {
    at(node).standsForIt = location;
    add(node, location);
  }

  void add(int node, long location) {
    grow(node, empty.of(location));
  }

  private void grow(int node, PlaceSet more) {
    int group = groups.of(node);
    Node at = nodes.get(group);
    steps += 1 + (at.all.words() + more.words()) / AT_ONCE;
    PlaceSet union = at.all.union(at.blurred ? more.shifted(Shift.ANYWHERE) : more);
    if (union != at.all) {
      at.all = union;
      grown.set(positions.getInt(group));
    }
  }

  /** Everything in one set is also in the other, so many bytes further. */
  void include(int from, int to, long shift) {
    int source = groups.of(from);
    int target = groups.of(to);
    Node at = nodes.get(source);
    steps++;
    if (at.standsForIt != NOTHING) {
      add(target, at.standsForIt);
    } else if (source == target && shift != 0 && Shift.isDistance(shift)) {
      blur(source);
    } else if ((source != target || shift != 0) && isNew(source, target, shift)) {
      newEdges++;
      at.add(target, shift);
      grow(target, at.all.shifted(shift));
    }
  }

  private boolean isNew(int from, int to, long shift) {
    return shift == 0
        ? knownCopies.add((long) from << 32 | to)
        : knownShifts.add(new KnownShift(from, to, shift));
  }

  void listen(int node, Listener listener) {
    Node at = at(node);
    at.listeners.add(listener);
    tell(at.all, listener);
  }

  /** The set that belongs to a rule for what is in a set. */
  int apply(int node, Rule rule) {
    Node at = at(node);
    int known = at.find(rule);
    if (known >= 0) {
      return known;
    }
    int result = node();
    at.rules.add(new Node.Applied(rule, result));
    tell(at.all, location -> rule.found(location, result));
    return result;
  }

  private void tell(PlaceSet places, Listener listener) {
    places
        .addresses()
        .forEach(
            location -> {
              steps++;
              if (!gaveUp()) {
                listener.found(location);
              }
            });
  }

  /** Lets all sets grow until nothing changes any more. */
  void solve() {
    while (!grown.isEmpty() && !gaveUp()) {
      if (newEdges > nodes.size() / SHARE) {
        joinCycles();
      }
      sweep();
    }
  }

  private void sweep() {
    for (int next = grown.nextSetBit(0); next >= 0; next = grown.nextSetBit(next + 1)) {
      if (gaveUp()) {
        return;
      }
      grown.clear(next);
      passOn(nodes.get(order.getInt(next)));
    }
  }

  private void passOn(Node node) {
    PlaceSet fresh = node.all.minus(node.seen);
    node.seen = node.all;
    for (int to : node.copies()) {
      steps++;
      if (!at(to).all.containsAll(fresh)) {
        grow(to, node.all); // all of it, so that equal sets become one
      }
    }
    for (Node.Further shift : List.copyOf(node.shifts())) {
      grow(shift.to(), fresh.shifted(shift.shift()));
    }
    for (Node.Applied applied : List.copyOf(node.rules)) {
      tell(fresh, location -> applied.rule().found(location, applied.node()));
    }
    for (Listener listener : List.copyOf(node.listeners)) {
      tell(fresh, listener);
    }
  }

  /** Whether sets may still lack something. */
  boolean gaveUp() {
    return steps > most;
  }

  PlaceSet none() {
    return empty;
  }

  /** The addresses in a set. */
  PlaceSet locations(int node) {
    return at(node).all.addresses();
  }

  // ---- cycles ----

  private void joinCycles() {
    newEdges = 0;
    for (int node = 0; node < nodes.size(); node++) {
      if (groups.isFirst(node)) {
        nodes.get(node).tidy(node, groups);
      }
    }
    Cycles cycles = new Cycles(nodes.size(), this::targets);
    for (int node = 0; node < nodes.size(); node++) {
      if (groups.isFirst(node)) {
        cycles.visit(node);
        steps++;
      }
    }
    cycles.components().forEach(this::join);
    reorder(cycles.components());
  }

  private IntList targets(int node) {
    Node at = nodes.get(node);
    if (at.shifts().isEmpty()) {
      return at.copies();
    }
    IntArrayList all = new IntArrayList(at.copies());
    at.distances().forEach(shift -> all.add(shift.to()));
    return all;
  }

  /**
   * Nodes that include each other are equal. If a location comes around a cycle at another distance
   * from the start of its object, it does so again and again until it is beyond all bounds: then
   * any place of each object is in all of the sets. If single edges lead to other distances, but no
   * cycle, the sets differ.
   */
  private void join(IntList component) {
    int first = component.getInt(0);
    if (component.size() == 1 && nodes.get(first).distances().isEmpty()) {
      return;
    }
    CycleDistances distances = CycleDistances.within(component, this::edges);
    if (distances == CycleDistances.FIXED) {
      return;
    }
    for (int node : component) {
      merge(first, node);
    }
    if (distances == CycleDistances.GROWING) {
      blur(groups.of(first));
    }
  }

  private void edges(int node, CycleDistances.Visitor visitor) {
    Node at = nodes.get(node);
    at.copies().forEach(to -> visitor.edge(to, 0));
    at.distances().forEach(shift -> visitor.edge(shift.to(), shift.shift()));
  }

  private void blur(int group) {
    nodes.get(group).blur();
    grown.set(positions.getInt(group));
  }

  /** Makes two nodes one, and so the sets of those rules that both of them have. */
  private void merge(int one, int other) {
    IntArrayList pairs = new IntArrayList(new int[] {one, other});
    while (!pairs.isEmpty()) {
      int from = groups.of(pairs.popInt());
      int into = groups.of(pairs.popInt());
      if (into != from) {
        groups.join(into, from);
        nodes.get(into).take(nodes.get(from), pairs);
        nodes.set(from, new Node(empty));
      }
    }
  }

  /** Puts the nodes into the order of the inclusions. */
  private void reorder(List<IntList> components) {
    order.clear();
    grown.clear();
    for (int i = components.size() - 1; i >= 0; i--) {
      for (int node : components.get(i)) {
        if (groups.isFirst(node)) {
          if (nodes.get(node).hasGrown()) {
            grown.set(order.size());
          }
          positions.set(node, order.size());
          order.add(node);
        }
      }
    }
  }
}
