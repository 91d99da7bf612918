package fencepost.program.ir;

import java.util.List;

/** The address of a part: a base, a constant distance, and indices times the size of elements. */
public final class AddressOf extends Instruction {
  private final long offset;
  private final List<Scale> scales;
  private final List<Long> distances;

  /** An index and what it is multiplied with. */
  public record Term(Value index, long scale) {}

  /** The operand that is an index, and what it is multiplied with. */
  record Scale(int operand, long factor) {}

  AddressOf(Common common, AddressReader read) {
    super(common);
    this.offset = read.offset();
    this.scales = read.scales();
    this.distances = read.distances();
  }

  public Value base() {
    return operand(0);
  }

  /** The constant part of the distance, in bytes. */
  public long offset() {
    return offset;
  }

  /**
   * All distances from the base that there can be, in bytes, in a program that keeps to the bounds
   * of its arrays; empty if they are not known.
   */
  public List<Long> distances() {
    return distances;
  }

  /** The variable part. */
  public List<Term> terms() {
    return scales.stream().map(s -> new Term(operand(s.operand), s.factor)).toList();
  }
}
