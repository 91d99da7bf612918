package fencepost.engine;

import fencepost.model.Region;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes of an access: as a {@link Region} for the engine, and spelled out one by one for the
 * oracle.
 */
record Bytes(long start, int size, int count, int stride, int rows, int pitch) {

  static Bytes bytes(long start, int size) {
    return blocks(start, size, 1, 0);
  }

  static Bytes blocks(long start, int size, int count, int stride) {
    return new Bytes(start, size, count, stride, 1, 0);
  }

  Region region() {
    return new Region(start, size, count, stride, rows, pitch);
  }

  /** Every byte, and the address of the element that it belongs to. */
  Map<Long, Long> elements(int elementSize) {
    Map<Long, Long> elements = new HashMap<>();
    for (int row = 0; row < rows; row++) {
      for (int block = 0; block < count; block++) {
        long at = start + (long) row * pitch + (long) block * stride;
        for (int i = 0; i < size; i++) {
          elements.put(at + i, at + i - i % elementSize);
        }
      }
    }
    return elements;
  }
}
