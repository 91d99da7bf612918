package fencepost.model;

/**
 * What two atomic accesses must share to be atomic with respect to each other.
 *
 * @param name the class of basic types that may meet, for example {@code int4} or {@code float8}
 * @param size bytes of one element
 * @param operation the operation, where different ones may not meet; empty if it may meet any
 */
public record AtomicType(String name, int size, String operation) {
  private static final String POLL = "poll";

  public AtomicType(String name, int size) {
    this(name, size, "");
  }

  public AtomicType with(String newOperation) {
    return new AtomicType(name, size, newOperation);
  }

  /**
   * Of a routine that waits for one element to change: it may meet any atomic update of that
   * element, and a plain write of just that element.
   */
  public static AtomicType poll(int size) {
    return new AtomicType(POLL, size);
  }

  /** Whether accesses of the two types to the same element may meet. */
  boolean mayMeet(AtomicType other, boolean bothAtomic) {
    if (name.equals(POLL) || other.name.equals(POLL)) {
      return size == other.size;
    }
    return bothAtomic && name.equals(other.name) && size == other.size && operationsMeet(other);
  }

  private boolean operationsMeet(AtomicType other) {
    return operation.isEmpty() || other.operation.isEmpty() || operation.equals(other.operation);
  }
}
