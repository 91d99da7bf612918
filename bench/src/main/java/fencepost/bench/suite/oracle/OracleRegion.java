package fencepost.bench.suite.oracle;

import java.util.List;

/**
 * Bytes of one object in one rank's memory.
 *
 * @param elements the basic values there, which need not be contiguous
 */
public record OracleRegion(int rank, String object, List<Element> elements) {

  /**
   * One value of a basic type.
   *
   * @param start its first byte in the object
   * @param type types of this name are atomic with each other
   */
  public record Element(long start, int size, String type) {
    boolean overlaps(Element other) {
      return start < other.start + other.size && other.start < start + size;
    }
  }

  boolean overlaps(OracleRegion other) {
    return isSameObject(other)
        && elements.stream().anyMatch(e -> other.elements.stream().anyMatch(e::overlaps));
  }

  /** Whether the two coincide, value by value, wherever they overlap. */
  boolean coincides(OracleRegion other) {
    return elements.stream()
        .allMatch(e -> other.elements.stream().filter(e::overlaps).allMatch(e::equals));
  }

  private boolean isSameObject(OracleRegion other) {
    return rank == other.rank && object.equals(other.object);
  }
}
