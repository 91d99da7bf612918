package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Comparison;
import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Phi;
import fencepost.program.ir.Value;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds the outcome of branches to what is known. */
final class Guards {
  /** Conditions like {@code a && b && c} are as deep as they are long. */
  private static final int MOST_ALTERNATIVES = 8;

  private final DataflowCode code;
  private final Evaluator evaluator;

  Guards(DataflowCode code, Evaluator evaluator) {
    this.code = code;
    this.evaluator = evaluator;
  }

  /** What holds wherever the operation of a scope is executed; null if it never is. */
  @Nullable Conditions around(Scope scope, Block block) {
    Conditions conditions = Conditions.NONE;
    DataflowFrame frame = scope.frame();
    Scope caller = frame.caller();
    Call site = frame.site();
    if (caller != null && site != null) {
      conditions = around(caller, site.block());
    }
    View view = View.of(scope, Map.of());
    for (Shape.Branch branch : code.shape(frame.function()).conditionsOf(block)) {
      conditions =
          conditions == null ? null : and(conditions, branch.condition(), branch.outcome(), view);
    }
    return conditions;
  }

  /** What holds if a condition has an outcome; null if that cannot be. */
  @Nullable Conditions and(Conditions known, Value condition, boolean outcome, View view) {
    Block from = view.from();
    if (condition instanceof Comparison comparison) {
      Relation relation = comparison.relation();
      Value left = asCondition(comparison.operand(0));
      if (isNegligible(comparison) && left.type().bits() == 1) {
        return and(known, left, outcome == (relation == Relation.UNEQUAL), view);
      }
      Sum difference =
          evaluator.value(left, view).minus(evaluator.value(comparison.operand(1), view));
      return known.and(difference, outcome ? relation : relation.negated());
    } else if (condition instanceof Instruction not
        && not.opcode() == Opcode.XOR
        && not.operand(1) instanceof Constant.Number) {
      return and(known, not.operand(0), !outcome, view);
    } else if (condition instanceof Phi phi
        && from != null
        && phi.sources().contains(from)
        && view.depth() < MOST_ALTERNATIVES) {
      return and(known, phi.from(from), outcome, view.deeper());
    } else if (condition instanceof Instruction cast
        && (cast.opcode() == Opcode.ZERO_EXTEND || cast.opcode() == Opcode.FREEZE)) {
      return and(known, cast.operand(0), outcome, view);
    }
    Sum value = evaluator.value(condition, view);
    return known.and(value, outcome ? Relation.UNEQUAL : Relation.EQUAL);
  }

  /** A condition that was kept as a number. */
  private static Value asCondition(Value value) {
    boolean kept =
        value instanceof Instruction cast
            && cast.opcode() == Opcode.ZERO_EXTEND
            && cast.operand(0).type().bits() == 1;
    return kept ? ((Instruction) value).operand(0) : value;
  }

  /** A comparison with zero of what is already the outcome of a comparison. */
  private static boolean isNegligible(Comparison comparison) {
    return (comparison.relation() == Relation.EQUAL || comparison.relation() == Relation.UNEQUAL)
        && comparison.operand(1) instanceof Constant.Number number
        && number.value() == 0;
  }
}
