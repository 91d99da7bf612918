package fencepost.frontend;

/** Where a standard is read to the letter, although programs and libraries commonly are not. */
public enum Strict {
  /**
   * Atomic operations must use the same predefined datatype, not only one of its size and class.
   */
  TYPES,
  /** Atomic operations on the same memory must be the same operation, or only read. */
  OPS
}
