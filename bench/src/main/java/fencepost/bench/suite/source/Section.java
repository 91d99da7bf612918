package fencepost.bench.suite.source;

import fencepost.bench.suite.oracle.OracleRegion;

/**
 * A part of a memory object.
 *
 * @param offset of its first byte
 */
public record Section(ArrayVariable memory, long offset, Layout layout) {
  /** The same bytes in one rank's memory. */
  public OracleRegion in(int rank) {
    return memory.regionOf(rank, layout.elements(offset));
  }

  public ValueType type() {
    return layout.type();
  }

  /** Whether it is an element of the array as it was declared. */
  boolean isElement() {
    return type() == memory.type() && offset % type().size() == 0;
  }

  int index() {
    return (int) (offset / memory.type().size());
  }

  /** The same section with another number of values. */
  public Section times(int count) {
    return new Section(memory, offset, Layout.of(type(), count));
  }
}
