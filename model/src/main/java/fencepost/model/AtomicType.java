package fencepost.model;

/**
 * What two atomic accesses must share to be atomic with respect to each other.
 *
 * @param name the class of basic types that may meet, for example {@code int4} or {@code float8}
 * @param size bytes of one element
 */
public record AtomicType(String name, int size) {}
