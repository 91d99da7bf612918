package fencepost.program.flow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Comparison;
import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * How often the body of a loop is executed that is left only behind its latch: once, and again
 * after every iteration in which {@code first + k * step} stands in the relation to the bound,
 * where {@code k} counts from 0.
 *
 * @param first what is compared in the first iteration, in as many bits as the bound has
 * @param step by how much it changes; not 0
 * @param relation that in which the loop goes on: equal, unequal, less, or greater
 * @param bound does not change
 * @param signed whether the two are numbers with a sign
 */
public record TripCount(
    Expression first, long step, Relation relation, Value bound, boolean signed) {

  /** The count of a loop; null if it is unknown. */
  public static @Nullable TripCount of(Loop loop) {
    return loop.leavesOnlyAtLatch() ? atMost(loop) : null;
  }

  /**
   * How often the body of a loop is executed if it is not left anywhere but behind its latch; null
   * if that is unknown.
   */
  public static @Nullable TripCount atMost(Loop loop) {
    Block latch = loop.latch();
    if (latch == null
        || loop.preheader() == null
        || latch.successors().size() != 2
        || loop.blocks().containsAll(latch.successors())
        || latch.terminator().opcode() != Opcode.BRANCH
        || !(latch.terminator().operand(0) instanceof Comparison comparison)) {
      return null;
    }
    boolean goesOnIfTrue = latch.successors().get(0) == loop.header();
    Relation relation = comparison.relation();
    relation = goesOnIfTrue ? relation : relation.negated();
    Value left = comparison.operand(0);
    Value right = comparison.operand(1);
    return loop.isInvariant(right)
        ? of(loop, left, relation, right)
        : loop.isInvariant(left) ? of(loop, right, relation.swapped(), left) : null;
  }

  private static @Nullable TripCount of(Loop loop, Value value, Relation relation, Value bound) {
    Evolution evolution = new Recurrences(loop).of(untruncated(value));
    if (evolution == null
        || !(evolution.step() instanceof Expression.Number step)
        || step.value() == 0
        || (bound instanceof Constant.Plain && !bound.type().isPointer())) {
      return null;
    }
    boolean upwards = step.value() > 0;
    boolean understood =
        switch (relation) {
          case UNEQUAL, EQUAL -> true; // equal at most once, because it changes
          case S_LESS, S_AT_MOST, U_LESS, U_AT_MOST -> upwards;
          case S_GREATER, S_AT_LEAST, U_GREATER, U_AT_LEAST -> !upwards;
          default -> false;
        };
    boolean signed = relation.name().startsWith("S_");
    // A loop that is left elsewhere may pass by a bound that it does not meet, or go around.
    boolean meets =
        relation == Relation.UNEQUAL ? Math.abs(step.value()) == 1 : untruncated(value) == value;
    return understood && (meets || loop.leavesOnlyAtLatch())
        ? new TripCount(evolution.start(), step.value(), relation, bound, signed)
        : null;
  }

  /** A counter that LLVM has widened is compared as it was before. */
  private static Value untruncated(Value value) {
    return value instanceof Instruction instruction && instruction.opcode() == Opcode.TRUNCATE
        ? instruction.operand(0)
        : value;
  }

  /** Whether the bound itself still belongs to the loop. */
  public boolean inclusive() {
    return switch (relation) {
      case S_AT_MOST, U_AT_MOST, S_AT_LEAST, U_AT_LEAST -> true;
      default -> false;
    };
  }
}
