package fencepost.program.flow;

import fencepost.program.ir.AddressOf;
import fencepost.program.ir.Block;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Phi;
import fencepost.program.ir.Value;
import org.jspecify.annotations.Nullable;

/** Finds out how values change in a loop, where that is by a fixed distance. */
public final class Recurrences {
  private static final int DEEPEST = 32;
  private final Loop loop;

  public Recurrences(Loop loop) {
    this.loop = loop;
  }

  /** The evolution of a value of the program; null if it is unknown. */
  public @Nullable Evolution of(Value value) {
    return of(value, 0);
  }

  /** The evolution of what is computed of values; null if it is unknown. */
  public @Nullable Evolution of(Expression expression) {
    if (expression instanceof Expression.Known known) {
      return of(known.value());
    } else if (expression instanceof Expression.Sum sum) {
      return sum(of(sum.left()), of(sum.right()));
    } else if (expression instanceof Expression.Product product) {
      return product(of(product.left()), of(product.right()));
    }
    return Evolution.constant(expression);
  }

  private @Nullable Evolution of(Value value, int depth) {
    if (value instanceof Constant.Number number) {
      return Evolution.constant(new Expression.Number(number.value()));
    }
    if (loop.isInvariant(value)) {
      return Evolution.constant(new Expression.Known(value));
    }
    if (depth > DEEPEST || !(value instanceof Instruction instruction)) {
      return null;
    }
    return switch (instruction.opcode()) {
      case PHI -> induction((Phi) instruction);
      case ADDRESS -> address((AddressOf) instruction, depth);
      case SIGN_EXTEND, CAST, FREEZE -> of(instruction.operand(0), depth + 1);
      case ZERO_EXTEND -> instruction.wrapsNever() ? of(instruction.operand(0), depth + 1) : null;
      case ADD, SUBTRACT, MULTIPLY, SHIFT_LEFT ->
          exact(instruction) ? arithmetic(instruction, depth) : null;
      default -> null;
    };
  }

  /** Whether the result, extended to 64 bits, is that of the extended operands. */
  private static boolean exact(Instruction instruction) {
    return instruction.type().size() == 8 || instruction.wrapsNever();
  }

  private @Nullable Evolution arithmetic(Instruction instruction, int depth) {
    Evolution left = of(instruction.operand(0), depth + 1);
    Evolution right = of(instruction.operand(1), depth + 1);
    return switch (instruction.opcode()) {
      case ADD -> sum(left, right);
      case SUBTRACT -> right == null ? null : sum(left, right.times(new Expression.Number(-1)));
      case MULTIPLY -> product(left, right);
      case SHIFT_LEFT ->
          left != null
                  && instruction.operand(1) instanceof Constant.Number bits
                  && bits.value() < 63
              ? left.times(new Expression.Number(1L << bits.value()))
              : null;
      default -> null;
    };
  }

  private static @Nullable Evolution sum(@Nullable Evolution left, @Nullable Evolution right) {
    return left == null || right == null ? null : left.plus(right);
  }

  private static @Nullable Evolution product(@Nullable Evolution left, @Nullable Evolution right) {
    if (left == null || right == null) {
      return null;
    } else if (right.isConstant()) {
      return left.times(right.start());
    }
    return left.isConstant() ? right.times(left.start()) : null;
  }

  private @Nullable Evolution address(AddressOf address, int depth) {
    Evolution sum = of(address.base(), depth + 1);
    for (AddressOf.Term term : address.terms()) {
      Evolution index = of(term.index(), depth + 1);
      sum = index == null ? null : sum(sum, index.times(new Expression.Number(term.scale())));
    }
    return sum == null
        ? null
        : sum.plus(Evolution.constant(new Expression.Number(address.offset())));
  }

  /** A value that each iteration leaves larger by the same distance. */
  private @Nullable Evolution induction(Phi phi) {
    Block latch = loop.latch();
    Block preheader = loop.preheader();
    if (phi.block() != loop.header() || latch == null || preheader == null) {
      return null;
    }
    Expression step = distance(phi, phi.from(latch));
    Value start = phi.from(preheader);
    return step == null
        ? null
        : new Evolution(
            start instanceof Constant.Number number
                ? new Expression.Number(number.value())
                : new Expression.Known(start),
            step);
  }

  /** By how much a value is larger than the one that it was computed of; null if unknown. */
  private @Nullable Expression distance(Phi phi, Value next) {
    if (!(next instanceof Instruction instruction)) {
      return null;
    }
    return switch (instruction.opcode()) {
      case ADD -> {
        boolean first = instruction.operand(0) == phi;
        boolean isStep = exact(instruction) && (first || instruction.operand(1) == phi);
        yield isStep ? invariant(instruction.operand(first ? 1 : 0)) : null;
      }
      case SUBTRACT -> {
        Expression step =
            exact(instruction) && instruction.operand(0) == phi
                ? invariant(instruction.operand(1))
                : null;
        yield step == null ? null : step.negated();
      }
      case ADDRESS -> pointerDistance(phi, (AddressOf) instruction);
      default -> null;
    };
  }

  private @Nullable Expression pointerDistance(Phi phi, AddressOf next) {
    if (next.base() != phi) {
      return null;
    }
    Expression step = new Expression.Number(next.offset());
    for (AddressOf.Term term : next.terms()) {
      Expression index = invariant(term.index());
      if (index == null) {
        return null;
      }
      step = step.plus(index.times(new Expression.Number(term.scale())));
    }
    return step;
  }

  private @Nullable Expression invariant(Value value) {
    if (value instanceof Constant.Number number) {
      return new Expression.Number(number.value());
    }
    return loop.isInvariant(value) ? new Expression.Known(value) : null;
  }
}
