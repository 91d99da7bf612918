package fencepost.program.ir;

/** A parameter of a function. */
public record Argument(Function function, int index, IrType type, long handle) implements Value {
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(handle);
  }

  @Override
  public String toString() {
    return function.name() + "#" + index;
  }
}
