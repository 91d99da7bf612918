package fencepost.check.dataflow;

import fencepost.program.ir.Opcode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arithmetic on numbers that are known. */
final class Folding {
  private Folding() {}

  /** The result of an operation; null if its operands are not known, or nobody needs it. */
  static @Nullable Sum of(Opcode opcode, List<Sum> operands) {
    if (operands.size() != 2 || !operands.stream().allMatch(Sum::isConstant)) {
      return null;
    }
    long a = operands.get(0).constant();
    long b = operands.get(1).constant();
    return switch (opcode) {
      case SIGNED_DIVIDE, UNSIGNED_DIVIDE -> b == 0 ? null : Sum.of(a / b);
      case SIGNED_REMAINDER, UNSIGNED_REMAINDER -> b == 0 ? null : Sum.of(a % b);
      case AND -> Sum.of(a & b);
      case OR -> Sum.of(a | b);
      case XOR -> Sum.of(a ^ b);
      default -> null;
    };
  }
}
