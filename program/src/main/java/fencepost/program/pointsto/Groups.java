package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Which nodes have become one: a union-find structure. */
final class Groups {
  private final IntArrayList parents = new IntArrayList();

  /** A new node, alone in its group. */
  int add() {
    parents.add(parents.size());
    return parents.size() - 1;
  }

  int nodes() {
    return parents.size();
  }

  /** The node that stands for the group of a node. */
  int of(int node) {
    int parent = parents.getInt(node);
    while (parent != node) {
      int next = parents.getInt(parent);
      parents.set(node, next);
      node = parent;
      parent = next;
    }
    return node;
  }

  boolean isFirst(int node) {
    return parents.getInt(node) == node;
  }

  /** One group becomes part of another; both are given by the nodes that stand for them. */
  void join(int into, int other) {
    parents.set(other, into);
  }
}
