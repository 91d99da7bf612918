package fencepost.program.pointsto;

import fencepost.program.flow.Dominators;
import fencepost.program.ir.Argument;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cases of switches over parameters of a function. What is in a case is executed only if a call
 * asks for it: as those of the functions that manage the objects in {@code std::function}, most of
 * whose cases nobody asks for.
 */
final class Cases {
  /** Blocks that are executed only if a parameter has a certain value. */
  private record Case(int parameter, long value, List<Block> blocks) {
    boolean isAskedFor(@Nullable Call call) {
      if (call == null || parameter >= call.arguments().size()) {
        return true;
      }
      Value argument = call.arguments().get(parameter);
      return !(argument instanceof Constant.Number number) || number.value() == value;
    }
  }

  private final Function function;
  private final List<Case> cases = new ArrayList<>();
  private final Set<Block> inside = new HashSet<>();
  private final Map<Constraints, Set<Case>> added = new HashMap<>();

  Cases(Function function) {
    this.function = function;
    List<Block> switches =
        function.blocks().stream().filter(block -> parameter(block.terminator()) >= 0).toList();
    if (!switches.isEmpty()) {
      Dominators dominators = new Dominators(function);
      switches.forEach(block -> find(block, dominators));
    }
  }

  /** The parameter that decides; negative if it is something else. */
  private static int parameter(Instruction terminator) {
    return terminator.opcode() == Opcode.SWITCH
            && terminator.operand(0) instanceof Argument argument
        ? argument.function().arguments().indexOf(argument)
        : -1;
  }

  private void find(Block block, Dominators dominators) {
    Instruction choice = block.terminator();
    for (int i = 1; i < block.successors().size(); i++) {
      Block first = block.successors().get(i);
      if (!inside.contains(block)
          && first.predecessors().size() == 1
          && choice.operand(i) instanceof Constant.Number value) {
        List<Block> blocks =
            function.blocks().stream()
                .filter(b -> dominators.reachable(b) && dominators.dominates(first, b))
                .toList();
        cases.add(new Case(parameter(choice), value.value(), blocks));
        inside.addAll(blocks);
      }
    }
  }

  /** What is executed in all cases. */
  Stream<Instruction> always() {
    return function.blocks().stream()
        .filter(block -> !inside.contains(block))
        .flatMap(block -> block.instructions().stream());
  }

  /** Adds what a call asks for, or anybody may ask for, to a context. */
  void add(Constraints context, @Nullable Call call) {
    for (Case each : cases) {
      if (each.isAskedFor(call) && added.computeIfAbsent(context, c -> new HashSet<>()).add(each)) {
        each.blocks.forEach(block -> block.instructions().forEach(context::add));
      }
    }
  }
}
