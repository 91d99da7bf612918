package fencepost.check.dataflow;

import fencepost.program.flow.Dominators;
import fencepost.program.flow.Loop;
import fencepost.program.flow.Loops;
import fencepost.program.ir.Block;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The control flow of a function. */
final class Shape {
  private final Dominators dominators;
  private final List<List<Loop>> around = new ArrayList<>();
  private final Map<Block, List<Branch>> branches = new HashMap<>();
  private final Function function;
  private final @Nullable Instruction end;

  /** A condition, and what it was. */
  record Branch(Value condition, boolean outcome, Block block) {}

  Shape(Function function) {
    this.function = function;
    dominators = new Dominators(function);
    List<Loop> loops = new Loops(function, dominators).all();
    for (Block block : function.blocks()) {
      around.add(loops.stream().filter(loop -> loop.contains(block)).toList());
    }
    List<Instruction> ends =
        function.blocks().stream()
            .map(Block::terminator)
            .filter(last -> last.opcode() == Opcode.RETURN)
            .toList();
    end = ends.size() == 1 ? ends.get(0) : null;
  }

  /** The loops around a block, inner ones first. */
  List<Loop> loopsAround(Block block) {
    return around.get(block.index());
  }

  /** The loop that a block is the header of; null if it is none. */
  @Nullable Loop headedBy(Block block) {
    return loopsAround(block).stream()
        .filter(loop -> loop.header() == block)
        .findFirst()
        .orElse(null);
  }

  /** Where the function returns; null if not in one place. */
  @Nullable Instruction end() {
    return end;
  }

  /** The conditions under which a block is reached at all. */
  List<Branch> conditionsOf(Block block) {
    return branches.computeIfAbsent(block, this::findConditions);
  }

  private List<Branch> findConditions(Block block) {
    List<Branch> found = new ArrayList<>();
    for (Block other : function.blocks()) {
      if (isBranch(other)) {
        for (int i = 0; i < 2; i++) {
          Block next = other.successors().get(i);
          if (next.predecessors().size() == 1 && dominators.dominates(next, block)) {
            found.add(new Branch(other.terminator().operand(0), i == 0, other));
          }
        }
      }
    }
    return found;
  }

  static boolean isBranch(Block block) {
    Instruction last = block.terminator();
    return last.opcode() == Opcode.BRANCH && block.successors().size() == 2;
  }
}
