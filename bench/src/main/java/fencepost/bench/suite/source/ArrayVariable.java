package fencepost.bench.suite.source;

import fencepost.bench.suite.oracle.OracleRegion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array that every process has.
 *
 * @param initial the value of its first element; the others are 0
 * @param container the segment that it is a part of, with the first byte there: arrays in the same
 *     segment are different names for the same memory
 */
public record ArrayVariable(
    String name,
    ValueType type,
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

  public ArrayVariable(String name, ValueType type, int count, Storage storage) {
    this(name, type, count, storage, 0, null, 0);
  }

  /** An array in a segment. */
  public static ArrayVariable in(
      Declaration container, long base, String name, ValueType type, int count) {
    return new ArrayVariable(name, type, count, Storage.ELSEWHERE, 0, container, base);
  }

  /** The name of the memory that it is a part of. */
  public String within() {
    return container == null ? name : container.name();
  }

  @Override
  public List<Declaration> needs() {
    return container == null ? List.of() : List.of(container);
  }

  public ArrayVariable as(Storage other) {
    return new ArrayVariable(name, type, count, other, initial, container, base);
  }

  public ArrayVariable of(ValueType other, int number) {
    return new ArrayVariable(name, other, number, storage, initial, container, base);
  }

  /** The same array with another value at first. */
  public ArrayVariable initially(int value) {
    return new ArrayVariable(name, type, count, storage, value, container, base);
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

  OracleRegion regionOf(int rank, List<OracleRegion.Element> elements) {
    return new OracleRegion(
        rank,
        within(),
        elements.stream()
            .map(e -> new OracleRegion.Element(base + e.start(), e.size(), e.type()))
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
