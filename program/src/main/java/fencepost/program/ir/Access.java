package fencepost.program.ir;

/** A load, a store, or an atomic operation on memory. */
public final class Access extends Instruction {
  private final long size;
  private final long alignment;
  private final boolean atomic;

  Access(Common common, long size, long alignment, boolean atomic) {
    super(common);
    this.size = size;
    this.alignment = alignment;
    this.atomic = atomic;
  }

  public Value address() {
    return operand(opcode() == Opcode.STORE ? 1 : 0);
  }

  /** What is stored; of an update, what it is done with. */
  public Value stored() {
    return operand(
        switch (opcode()) {
          case STORE -> 0;
          case UPDATE -> 1;
          case EXCHANGE -> 2;
          default -> throw new IllegalStateException(this + " stores nothing");
        });
  }

  /** Bytes. */
  public long size() {
    return size;
  }

  public long alignment() {
    return alignment;
  }

  /** Whether threads may be ordered by it. */
  public boolean atomic() {
    return atomic;
  }

  public boolean reads() {
    return opcode() != Opcode.STORE;
  }

  public boolean writes() {
    return opcode() != Opcode.LOAD;
  }
}
