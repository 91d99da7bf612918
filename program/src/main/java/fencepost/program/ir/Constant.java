package fencepost.program.ir;

import java.util.List;

/** A value that is known before the program runs. */
public sealed interface Constant extends Value {

  /** A number of at most 64 bits. */
  record Number(IrType type, long value) implements Constant {}

  /**
   * Something without an address in it: null, undefined, a floating-point number, a text.
   *
   * @param content its first bytes; those that are missing are zero. Floating-point numbers wider
   *     than 64 bits are given as 64 bits.
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Plain(IrType type, byte[] content) implements Constant {}

  /** An aggregate, as its parts. */
  record Aggregate(IrType type, List<Part> parts) implements Constant {}

  /** A part of an aggregate at a distance from its start. */
  record Part(long offset, Value value) {}

  /** An address so many bytes behind another; anything but a known distance is any distance. */
  record Address(IrType type, Value base, long offset, boolean anywhere) implements Constant {}

  /** What is computed of other constants, which may contain addresses. */
  record Computed(IrType type, Opcode opcode, List<Value> operands) implements Constant {}

  /** Assembler text. */
  record Assembler(IrType type) implements Constant {}
}
