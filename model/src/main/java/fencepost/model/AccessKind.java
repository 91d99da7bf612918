package fencepost.model;

/** How an effect touches memory: the rows and columns of the conflict table. */
public enum AccessKind {
  /** A load instruction. */
  LOAD(false, false),
  /** A store instruction. */
  STORE(true, false),
  /** The communication library reads a buffer of its caller. */
  BUFFER_READ(false, false),
  /** The communication library writes a buffer of its caller. */
  BUFFER_WRITE(true, false),
  /** A remote operation reads target memory. */
  REMOTE_READ(false, false),
  /** A remote operation writes target memory. */
  REMOTE_WRITE(true, false),
  /** A remote operation reads target memory atomically. */
  ATOMIC_READ(false, true),
  /** A remote operation updates target memory atomically. */
  ATOMIC_UPDATE(true, true),
  /** A load instruction that is atomic with others that are. */
  ATOMIC_LOAD(false, false),
  /** A store instruction, or an update, that is atomic with others that are. */
  ATOMIC_STORE(true, false);

  private final boolean writes;
  private final boolean atomic;

  AccessKind(boolean writes, boolean atomic) {
    this.writes = writes;
    this.atomic = atomic;
  }

  public boolean writes() {
    return writes;
  }

  public boolean atomic() {
    return atomic;
  }

  /**
   * A load or store of the program itself, as opposed to an access made by the communication
   * library.
   */
  public boolean instruction() {
    return this == LOAD || this == STORE || atomicInstruction();
  }

  /** One that C, C++ or OpenMP calls atomic; to the communication library it is like any other. */
  public boolean atomicInstruction() {
    return this == ATOMIC_LOAD || this == ATOMIC_STORE;
  }

  /** An access to the memory of a target, as opposed to one made at home. */
  public boolean remote() {
    return atomic || this == REMOTE_READ || this == REMOTE_WRITE;
  }
}
