package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Numbers on their way into a set. */
final class Gatherer {
  private final IntArrayList numbers = new IntArrayList();

  void add(int number) {
    numbers.add(number);
  }

  boolean isEmpty() {
    return numbers.isEmpty();
  }

  Bits bits() {
    return Bits.of(numbers.toIntArray());
  }
}
