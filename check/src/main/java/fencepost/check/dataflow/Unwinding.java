package fencepost.check.dataflow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The ways that a program takes from block to block. A call of C++ that might throw has two: back
 * to where it was called, and to whoever catches or cleans up. The second is there for nearly every
 * call, and hardly any of them throws, so it counts only where it is known to be taken.
 */
final class Unwinding {
  private final Predicate<Block> taken;
  private final Map<Function, Set<Block>> reached = new HashMap<>();

  /**
   * @param taken whether exceptions lead to a block, of those that they might lead to
   */
  Unwinding(Predicate<Block> taken) {
    this.taken = taken;
  }

  /** Where the program may go on behind a block. */
  List<Block> successors(Block block) {
    List<Block> all = block.successors();
    boolean mayThrow = block.terminator() instanceof Call;
    return mayThrow && all.size() == 2 && !taken.test(all.get(1)) ? all.subList(0, 1) : all;
  }

  /** Whether a way leads to a block from the beginning of its function. */
  boolean mayReach(Block block) {
    return reached.computeIfAbsent(block.function(), this::from).contains(block);
  }

  /** Whether ways lead to a block, and to each of the calls that lead to its function. */
  boolean mayReach(Block block, Scope scope) {
    Call site = scope.frame().site();
    Scope caller = scope.frame().caller();
    return mayReach(block) && (site == null || caller == null || mayReach(site.block(), caller));
  }

  private Set<Block> from(Function function) {
    Deque<Block> open = new ArrayDeque<>(List.of(function.blocks().get(0)));
    Set<Block> seen = new HashSet<>(open);
    while (!open.isEmpty()) {
      successors(open.remove()).stream().filter(seen::add).forEach(open::add);
    }
    return seen;
  }
}
