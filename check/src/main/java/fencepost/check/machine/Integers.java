package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Opcode;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Integers of any width up to 64 bits. In a register they are sign-extended, so that comparisons
 * need no widths; only a single bit is 0 or 1.
 */
final class Integers {
  private Integers() {}

  static long signed(long value, int bits) {
    if (bits == 1) {
      return value & 1;
    }
    return bits >= 64 ? value : (value << (64 - bits)) >> (64 - bits);
  }

  static long unsigned(long value, int bits) {
    return bits >= 64 ? value : value & (1L << bits) - 1;
  }

  /** The operation on integers of a width; null if it is none. */
  static @Nullable LongBinaryOperator operator(Opcode opcode, int bits) {
    return switch (opcode) {
      case ADD -> (a, b) -> signed(a + b, bits);
      case SUBTRACT -> (a, b) -> signed(a - b, bits);
      case MULTIPLY -> (a, b) -> signed(a * b, bits);
      case SIGNED_DIVIDE -> (a, b) -> signed(a / b, bits);
      case SIGNED_REMAINDER -> (a, b) -> signed(a % b, bits);
      case UNSIGNED_DIVIDE ->
          (a, b) -> signed(Long.divideUnsigned(unsigned(a, bits), unsigned(b, bits)), bits);
      case UNSIGNED_REMAINDER ->
          (a, b) -> signed(Long.remainderUnsigned(unsigned(a, bits), unsigned(b, bits)), bits);
      case SHIFT_LEFT -> (a, b) -> b >= bits || b < 0 ? 0 : signed(a << b, bits);
      case SIGNED_SHIFT_RIGHT -> (a, b) -> a >> Math.min(63, b);
      case UNSIGNED_SHIFT_RIGHT ->
          (a, b) -> b >= bits || b < 0 ? 0 : signed(unsigned(a, bits) >>> b, bits);
      case AND -> (a, b) -> a & b;
      case OR -> (a, b) -> a | b;
      case XOR -> (a, b) -> a ^ b;
      default -> null;
    };
  }

  static boolean compare(Relation relation, long a, long b) {
    return switch (relation) {
      case EQUAL -> a == b;
      case UNEQUAL -> a != b;
      case S_LESS -> a < b;
      case S_AT_MOST -> a <= b;
      case S_GREATER -> a > b;
      case S_AT_LEAST -> a >= b;
      case U_LESS -> Long.compareUnsigned(a, b) < 0;
      case U_AT_MOST -> Long.compareUnsigned(a, b) <= 0;
      case U_GREATER -> Long.compareUnsigned(a, b) > 0;
      case U_AT_LEAST -> Long.compareUnsigned(a, b) >= 0;
      case OTHER -> throw new IllegalStateException("no comparison of integers");
    };
  }
}
