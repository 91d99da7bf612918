package fencepost.program.ir;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One instruction; what only some of them have is in subclasses. */
public sealed class Instruction implements Value permits Access, AddressOf, Call, Comparison, Phi {
  private final Block block;
  private final int index;
  private final long handle;
  private final Opcode opcode;
  private final IrType type;
  private final List<Value> operands;
  private final boolean wrapsNever;
  private final List<Long> numbers;
  private final @Nullable Location location;

  /** What all instructions have. */
  record Common(
      Block block,
      long handle,
      Opcode opcode,
      IrType type,
      List<Value> operands,
      boolean wrapsNever,
      List<Long> numbers,
      @Nullable Location location) {}

  Instruction(Common common) {
    this.block = common.block;
    this.index = common.block.instructions().size();
    this.handle = common.handle;
    this.opcode = common.opcode;
    this.type = common.type;
    this.operands = common.operands;
    this.wrapsNever = common.wrapsNever;
    this.numbers = common.numbers;
    this.location = common.location;
  }

  public Block block() {
    return block;
  }

  /** Its place in the block. */
  public int index() {
    return index;
  }

  /** What LLVM knows it by. */
  public long handle() {
    return handle;
  }

  public Opcode opcode() {
    return opcode;
  }

  @Override
  public IrType type() {
    return type;
  }

  public List<Value> operands() {
    return Collections.unmodifiableList(operands);
  }

  public Value operand(int index) {
    return operands.get(index);
  }

  /**
   * Whether signed arithmetic in it does not overflow; of a zero extension, whether its operand is
   * not negative.
   */
  public boolean wrapsNever() {
    return wrapsNever;
  }

  /**
   * What belongs to the instruction itself: of an ALLOCA the size of an element; of EXTRACT and
   * INSERT the distance of the part in bytes; of FLOAT_COMPARE and UPDATE LLVM's number of the
   * relation or operation; of MEMORY_FENCE that of its {@link MemoryOrder}.
   */
  public long number() {
    return numbers.get(0);
  }

  /** Where it comes from; null if nobody knows. */
  public @Nullable Location location() {
    return location;
  }

  @Override
  public String toString() {
    return block + ":" + index + " " + opcode;
  }
}
