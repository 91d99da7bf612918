package fencepost.program.ir;

import java.util.List;

/** The address of a part: a base, a constant distance, and indices times the size of elements. */
public final class AddressOf extends Instruction {
  private final long offset;
  private final List<Scale> scales;

  /** An index and what it is multiplied with. */
  public record Term(Value index, long scale) {}

  /** The operand that is an index, and what it is multiplied with. */
  record Scale(int operand, long factor) {}

  AddressOf(Common common, long offset, List<Scale> scales) {
    super(common);
    this.offset = offset;
    this.scales = scales;
  }

  public Value base() {
    return operand(0);
  }

  /** The constant part of the distance, in bytes. */
  public long offset() {
    return offset;
  }

  /** The variable part. */
  public List<Term> terms() {
    return scales.stream().map(s -> new Term(operand(s.operand), s.factor)).toList();
  }
}
