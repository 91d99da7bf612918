package fencepost.program.ir;

/** A load, a store, or an atomic operation on memory. */
public final class Access extends Instruction {
  private final long size;
  private final long alignment;
  private final MemoryOrder order;
  private final MemoryOrder orderOfFailure;

  Access(Common common, long size, long alignment, MemoryOrder order, MemoryOrder orderOfFailure) {
    super(common);
    this.size = size;
    this.alignment = alignment;
    this.order = order;
    this.orderOfFailure = orderOfFailure;
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
    return order != MemoryOrder.NOT_ATOMIC;
  }

  /** How they are. */
  public MemoryOrder order() {
    return order;
  }

  /** The same for an exchange that has found another value than the expected one. */
  public MemoryOrder orderOfFailure() {
    return orderOfFailure;
  }

  public boolean reads() {
    return opcode() != Opcode.STORE;
  }

  public boolean writes() {
    return opcode() != Opcode.LOAD;
  }
}
