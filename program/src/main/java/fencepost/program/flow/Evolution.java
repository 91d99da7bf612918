package fencepost.program.flow;

/** How a value changes in a loop: it begins with one number, and each iteration adds another. */
public record Evolution(Expression start, Expression step) {
  static Evolution constant(Expression value) {
    return new Evolution(value, Expression.zero());
  }

  public boolean isConstant() {
    return step.isZero();
  }

  Evolution plus(Evolution other) {
    return new Evolution(start.plus(other.start), step.plus(other.step));
  }

  Evolution times(Expression factor) {
    return new Evolution(start.times(factor), step.times(factor));
  }
}
