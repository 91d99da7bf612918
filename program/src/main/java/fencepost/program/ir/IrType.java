package fencepost.program.ir;

/**
 * What matters of a type.
 *
 * @param size bytes that a store of it touches
 * @param bits the width of a number or pointer; 0 for everything else
 */
public record IrType(Kind kind, long size, int bits) {
  /** The kinds of types; vectors of numbers without a whole pointer's worth count as their own. */
  public enum Kind {
    VOID,
    INTEGER,
    POINTER,
    FLOAT,
    /** Structs, arrays and vectors. */
    AGGREGATE,
    OTHER
  }

  /** Whether a value of it can hold an address, or a part of one. */
  public boolean mayHoldAddress() {
    return kind == Kind.INTEGER || kind == Kind.POINTER || kind == Kind.AGGREGATE;
  }

  public boolean isPointer() {
    return kind == Kind.POINTER;
  }

  public boolean isInteger() {
    return kind == Kind.INTEGER;
  }
}
