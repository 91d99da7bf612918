package fencepost.check.dataflow;

import fencepost.program.ir.Comparison;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;

/** What tells apart the instructions whose results are not followed further. */
final class Operators {
  private Operators() {}

  /** Equal for instructions that compute the same of equal operands. */
  static Object of(Instruction instruction) {
    if (instruction instanceof Comparison comparison) {
      return comparison.relation();
    }
    return instruction.opcode() == Opcode.OTHER ? instruction : instruction.opcode();
  }

  /** Whether it is the remainder of a division. */
  static boolean isRemainder(Object operator) {
    return operator == Opcode.SIGNED_REMAINDER || operator == Opcode.UNSIGNED_REMAINDER;
  }
}
