package fencepost.model;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What two atomic accesses must share to be atomic with respect to each other.
 *
 * @param name the class of basic types that may meet, for example {@code int4} or {@code float8}
 * @param size bytes of one element
 * @param operation the operation, where different ones may not meet; empty if it may meet any
 */
public record AtomicType(String name, int size, String operation) implements Serializable {
  private static final String POLL = "poll";
  private static final String ANY = "*";

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

  /** Whether it is that of a routine that waits. */
  boolean isPoll() {
    return name.equals(POLL);
  }

  /** Of one that reads what any type of the family updates: those whose names begin with its. */
  public static AtomicType anyOf(String family, int size) {
    return new AtomicType(family + ANY, size);
  }

  /** As every record's, but told in so many words: this is asked for every two that meet. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof AtomicType t
            && size == t.size
            && name.equals(t.name)
            && operation.equals(t.operation));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, size, operation);
  }

  /** Whether accesses of the two types to the same element may meet. */
  boolean mayMeet(AtomicType other, boolean bothAtomic) {
    if (size != other.size) {
      return false;
    }
    if (name.equals(POLL) || other.name.equals(POLL)) {
      return true;
    }
    boolean sameType = name.equals(other.name) || includes(other) || other.includes(this);
    return bothAtomic && sameType && operationsMeet(other);
  }

  private boolean includes(AtomicType other) {
    return name.endsWith(ANY) && other.name.startsWith(name.substring(0, name.length() - 1));
  }

  private boolean operationsMeet(AtomicType other) {
    return operation.isEmpty() || other.operation.isEmpty() || operation.equals(other.operation);
  }
}
