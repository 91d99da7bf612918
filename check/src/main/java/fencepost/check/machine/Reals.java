package fencepost.check.machine;

import fencepost.program.ir.IrType;
import fencepost.program.ir.Opcode;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Floating-point numbers. A register holds the bits of a float or a double; wider numbers are
 * computed as doubles, which is less exact and good enough to see where a program goes.
 */
final class Reals {
  private Reals() {}

  static boolean isFloat(IrType type) {
    return type.bits() == Float.SIZE;
  }

  static double value(long bits, boolean single) {
    return single ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
  }

  static long bits(double value, boolean single) {
    return single ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
  }

  static @Nullable LongBinaryOperator operator(Opcode opcode, boolean single) {
    DoubleBinaryOperator operator =
        switch (opcode) {
          case FLOAT_ADD -> Double::sum;
          case FLOAT_SUBTRACT -> (a, b) -> a - b;
          case FLOAT_MULTIPLY -> (a, b) -> a * b;
          case FLOAT_DIVIDE -> (a, b) -> a / b;
          case FLOAT_REMAINDER -> (a, b) -> a % b;
          default -> null;
        };
    return operator == null
        ? null
        : (a, b) -> bits(operator.applyAsDouble(value(a, single), value(b, single)), single);
  }

  /**
   * LLVM numbers its comparisons by the outcomes for which they hold: 1 equal, 2 greater, 4 less, 8
   * not comparable.
   */
  static boolean compare(int relation, double a, double b) {
    int outcome = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8;
    return (relation & outcome) != 0;
  }

  static long toUnsigned(double value) {
    return value >= 0x1p63 ? (long) (value - 0x1p63) ^ Long.MIN_VALUE : (long) value;
  }

  static double ofUnsigned(long value, int bits) {
    long known = Integers.unsigned(value, bits);
    return known >= 0 ? known : ((known >>> 1) | (known & 1)) * 2.0;
  }
}
