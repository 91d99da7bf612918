package fencepost.program.flow;

import fencepost.program.ir.Value;

/** Arithmetic on 64-bit numbers; a narrower value stands for its signed extension. */
public sealed interface Expression {
  /** Nothing. */
  static Expression zero() {
    return new Number(0);
  }

  /** A constant. */
  record Number(long value) implements Expression {}

  /** A value of the program. */
  record Known(Value value) implements Expression {}

  /** The sum of two. */
  record Sum(Expression left, Expression right) implements Expression {}

  /** The product of two. */
  record Product(Expression left, Expression right) implements Expression {}

  default Expression plus(Expression other) {
    if (this instanceof Number a && other instanceof Number b) {
      return new Number(a.value + b.value);
    } else if (isZero()) {
      return other;
    }
    return other.isZero() ? this : new Sum(this, other);
  }

  default Expression times(Expression other) {
    if (this instanceof Number a && other instanceof Number b) {
      return new Number(a.value * b.value);
    } else if (isZero() || other.isZero()) {
      return zero();
    } else if (this instanceof Number a && a.value == 1) {
      return other;
    }
    return other instanceof Number b && b.value == 1 ? this : new Product(this, other);
  }

  default Expression negated() {
    return times(new Number(-1));
  }

  default boolean isZero() {
    return this instanceof Number number && number.value == 0;
  }
}
