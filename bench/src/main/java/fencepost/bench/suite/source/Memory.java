package fencepost.bench.suite.source;

import fencepost.bench.suite.oracle.Region;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array that every process has.
 *
 * @param initial the value of its first element; the others are 0
 * @param container the segment that it is a part of, with the first byte there: arrays in the same
 *     segment are different names for the same memory
 */
public record Memory(
    String name,
    Type type,
    int count,
    Storage storage,
    int initial,
    @Nullable Declaration container,
    long base)
    implements Declaration {

  /** Where it lives. */
  public enum Storage {
    /** A variable of the main program. */
    STACK,
    /** A variable outside of functions. */
    STATIC,
    /** From malloc. */
    HEAP,
    /** From shmem_calloc. */
    SYMMETRIC,
    /** From whoever uses it: a window, the symmetric heap, a segment. */
    ELSEWHERE
  }

  public Memory(String name, Type type, int count, Storage storage) {
    this(name, type, count, storage, 0, null, 0);
  }

  /** An array in a segment. */
  public static Memory in(Declaration container, long base, String name, Type type, int count) {
    return new Memory(name, type, count, Storage.ELSEWHERE, 0, container, base);
  }

  /** The name of the memory that it is a part of. */
  public String within() {
    return container == null ? name : container.name();
  }

  @Override
  public List<Declaration> needs() {
    return container == null ? List.of() : List.of(container);
  }

  public Memory as(Storage other) {
    return new Memory(name, type, count, other, initial, container, base);
  }

  public Memory of(Type other, int number) {
    return new Memory(name, other, number, storage, initial, container, base);
  }

  /** The same array with another value at first. */
  public Memory initially(int value) {
    return new Memory(name, type, count, storage, value, container, base);
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
    return new Region(
        rank,
        within(),
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
    if (storage == Storage.HEAP || storage == Storage.SYMMETRIC || container != null) {
      text.allocate(this);
    }
  }

  @Override
  public void tearDown(Text text) {
    if (storage == Storage.HEAP || storage == Storage.SYMMETRIC) {
      text.free(this);
    }
  }
}
