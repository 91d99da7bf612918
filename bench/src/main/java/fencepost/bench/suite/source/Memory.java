package fencepost.bench.suite.source;

import fencepost.bench.suite.oracle.Region;
import java.util.List;

/**
 * An array that every process has.
 *
 * @param initial the value of its first element; the others are 0
 * @param within what it is a part of, with the first byte there: arrays in the same segment are
 *     different names for the same memory
 */
public record Memory(
    String name, Type type, int count, Storage storage, int initial, String within, long base)
    implements Declaration {

  /** Where it lives. */
  public enum Storage {
    /** A variable of the main program. */
    STACK,
    /** A variable outside of functions. */
    STATIC,
    /** From malloc. */
    HEAP,
    /** From whoever uses it: a window, the symmetric heap, a segment. */
    ELSEWHERE
  }

  public Memory(String name, Type type, int count, Storage storage) {
    this(name, type, count, storage, 0, name, 0);
  }

  public Memory as(Storage other) {
    return new Memory(name, type, count, other, initial, within, base);
  }

  public Memory of(Type other, int number) {
    return new Memory(name, other, number, storage, initial, within, base);
  }

  /** The same array with another value at first. */
  public Memory initially(int value) {
    return new Memory(name, type, count, storage, value, within, base);
  }

  /** One value. */
  public Section at(int index) {
    return at(index, 1);
  }

  /** Several values. */
  public Section at(int index, int number) {
    return new Section(this, (long) index * type.size(), Layout.of(type, number));
  }

  /** Values of any type at any byte. */
  public Section bytes(long offset, Layout layout) {
    return new Section(this, offset, layout);
  }

  public long size() {
    return (long) count * type.size();
  }

  Region regionOf(int rank, List<Region.Element> elements) {
    if (base == 0) {
      return new Region(rank, within, elements);
    }
    return new Region(
        rank,
        within,
        elements.stream()
            .map(e -> new Region.Element(base + e.start(), e.size(), e.type()))
            .toList());
  }

  @Override
  public void declare(Text text) {
    text.array(this);
  }

  @Override
  public void setUp(Text text) {
    if (storage == Storage.HEAP) {
      text.allocate(this);
    }
  }

  @Override
  public void tearDown(Text text) {
    if (storage == Storage.HEAP) {
      text.free(this);
    }
  }
}
