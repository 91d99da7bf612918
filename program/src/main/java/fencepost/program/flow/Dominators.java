package fencepost.program.flow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Function;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Which blocks are on every way to others (Cooper, Harvey and Kennedy: A simple, fast dominance
 * algorithm).
 */
public final class Dominators {
  private static final int UNKNOWN = -1;

  private final int[] immediate;
  private final int[] order;

  public Dominators(Function function) {
    List<Block> sequence = reversePostorder(function);
    immediate = new int[function.blocks().size()];
    order = new int[function.blocks().size()];
    Arrays.fill(immediate, UNKNOWN);
    Arrays.fill(order, UNKNOWN);
    for (int i = 0; i < sequence.size(); i++) {
      order[sequence.get(i).index()] = i;
    }
    immediate[0] = 0;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Block block : sequence.subList(1, sequence.size())) {
        int found = common(block);
        changed |= immediate[block.index()] != found;
        immediate[block.index()] = found;
      }
    }
  }

  private int common(Block block) {
    int result = UNKNOWN;
    for (Block predecessor : block.predecessors()) {
      int index = predecessor.index();
      if (immediate[index] != UNKNOWN) {
        result = result == UNKNOWN ? index : intersect(result, index);
      }
    }
    return result;
  }

  private int intersect(int a, int b) {
    while (a != b) {
      if (order[a] > order[b]) {
        a = immediate[a];
      } else {
        b = immediate[b];
      }
    }
    return a;
  }

  /** The blocks that can be reached, each before those that it leads to, back edges aside. */
  static List<Block> reversePostorder(Function function) {
    List<Block> postorder = new ArrayList<>();
    boolean[] seen = new boolean[function.blocks().size()];
    List<Block> path = new ArrayList<>();
    List<Integer> next = new ArrayList<>();
    path.add(function.blocks().get(0));
    next.add(0);
    seen[0] = true;
    while (!path.isEmpty()) {
      int top = path.size() - 1;
      Block block = path.get(top);
      int i = next.get(top);
      if (i == block.successors().size()) {
        postorder.add(block);
        path.remove(top);
        next.remove(top);
      } else {
        next.set(top, i + 1);
        Block successor = block.successors().get(i);
        if (!seen[successor.index()]) {
          seen[successor.index()] = true;
          path.add(successor);
          next.add(0);
        }
      }
    }
    Collections.reverse(postorder);
    return postorder;
  }

  public boolean reachable(Block block) {
    return order[block.index()] != UNKNOWN;
  }

  /** Whether every way from the start to the second block leads through the first. */
  public boolean dominates(Block first, Block second) {
    if (!reachable(second)) {
      return true;
    }
    int at = second.index();
    while (order[at] > order[first.index()]) {
      at = immediate[at];
    }
    return at == first.index();
  }
}
