package fencepost.check.machine;

import fencepost.program.ir.Opcode;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Steps that compute a value of two others. The frequent ones are classes of their own: a call
 * through an operator would cost more than what it does.
 */
abstract class Arithmetic extends Step {
  final int to;
  final int a;
  final int b;
  final Opcode opcode;

  Arithmetic(int to, int a, int b, Opcode opcode) {
    this.to = to;
    this.a = a;
    this.b = b;
    this.opcode = opcode;
  }

  /** If something in the function is unknown, the result may be. */
  final @Nullable Step done(MachineProcess p) {
    if (p.s != null) {
      p.derive(to, opcode, a, b);
    }
    return next;
  }

  /** Any operation. */
  static final class Other extends Arithmetic {
    private final LongBinaryOperator operator;

    Other(int to, int a, int b, Opcode opcode, LongBinaryOperator operator) {
      super(to, a, b, opcode);
      this.operator = operator;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      p.r[to] = operator.applyAsLong(p.r[a], p.r[b]);
      return done(p);
    }
  }

  static final class Add32 extends Arithmetic {
    Add32(int to, int a, int b) {
      super(to, a, b, Opcode.ADD);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = (int) (r[a] + r[b]);
      return done(p);
    }
  }

  static final class Add64 extends Arithmetic {
    Add64(int to, int a, int b) {
      super(to, a, b, Opcode.ADD);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = r[a] + r[b];
      return done(p);
    }
  }

  static final class Subtract32 extends Arithmetic {
    Subtract32(int to, int a, int b) {
      super(to, a, b, Opcode.SUBTRACT);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = (int) (r[a] - r[b]);
      return done(p);
    }
  }

  static final class Subtract64 extends Arithmetic {
    Subtract64(int to, int a, int b) {
      super(to, a, b, Opcode.SUBTRACT);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = r[a] - r[b];
      return done(p);
    }
  }

  static final class Multiply32 extends Arithmetic {
    Multiply32(int to, int a, int b) {
      super(to, a, b, Opcode.MULTIPLY);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = (int) (r[a] * r[b]);
      return done(p);
    }
  }

  static final class Multiply64 extends Arithmetic {
    Multiply64(int to, int a, int b) {
      super(to, a, b, Opcode.MULTIPLY);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = r[a] * r[b];
      return done(p);
    }
  }

  static final class FloatAdd extends Arithmetic {
    FloatAdd(int to, int a, int b) {
      super(to, a, b, Opcode.FLOAT_ADD);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] =
          Double.doubleToRawLongBits(Double.longBitsToDouble(r[a]) + Double.longBitsToDouble(r[b]));
      return done(p);
    }
  }

  static final class FloatSubtract extends Arithmetic {
    FloatSubtract(int to, int a, int b) {
      super(to, a, b, Opcode.FLOAT_SUBTRACT);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] =
          Double.doubleToRawLongBits(Double.longBitsToDouble(r[a]) - Double.longBitsToDouble(r[b]));
      return done(p);
    }
  }

  static final class FloatMultiply extends Arithmetic {
    FloatMultiply(int to, int a, int b) {
      super(to, a, b, Opcode.FLOAT_MULTIPLY);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] =
          Double.doubleToRawLongBits(Double.longBitsToDouble(r[a]) * Double.longBitsToDouble(r[b]));
      return done(p);
    }
  }
}
