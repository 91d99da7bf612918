package fencepost.program.flow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The natural loops of a function; what is cyclic in another way is no loop. */
public final class Loops {
  private final List<Loop> loops = new ArrayList<>();

  public Loops(Function function, Dominators dominators) {
    Map<Block, List<Block>> latches = new LinkedHashMap<>();
    for (Block block : function.blocks()) {
      for (Block successor : block.successors()) {
        if (dominators.reachable(block) && dominators.dominates(successor, block)) {
          latches.computeIfAbsent(successor, key -> new ArrayList<>()).add(block);
        }
      }
    }
    latches.forEach((header, ends) -> loops.add(new Loop(header, body(header, ends), ends)));
    loops.sort(Comparator.comparingInt(loop -> loop.blocks().size()));
    for (int i = 0; i < loops.size(); i++) {
      Loop loop = loops.get(i);
      loops.subList(i + 1, loops.size()).stream()
          .filter(larger -> larger.contains(loop.header()))
          .findFirst()
          .ifPresent(loop::setParent);
    }
  }

  /** The blocks from which the end is reached without passing the header. */
  private static Set<Block> body(Block header, List<Block> ends) {
    Set<Block> body = new LinkedHashSet<>();
    body.add(header);
    Deque<Block> open = new ArrayDeque<>(ends);
    while (!open.isEmpty()) {
      Block block = open.pop();
      if (body.add(block)) {
        open.addAll(block.predecessors());
      }
    }
    return body;
  }

  /** All of them, inner ones first. */
  public List<Loop> all() {
    return List.copyOf(loops);
  }

  /** The smallest loop around a block; null if there is none. */
  public @Nullable Loop around(Block block) {
    return loops.stream().filter(loop -> loop.contains(block)).findFirst().orElse(null);
  }
}
