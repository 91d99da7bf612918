package fencepost.check.flang;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A component of a derived type as flang describes it, in the words of its module {@code
 * __fortran_type_info}.
 *
 * <pre>
 *    24 genre   25 category   26 kind   27 rank   32 distance from the beginning of the variable
 *    40 length of a text: whether it is known, 48 which   56 the derived type
 *   160 the array of its bounds of 16 bytes each: whether it is known, and 8 further which
 *   248 the address of its initial value
 * </pre>
 */
final class FlangComponent {
  private static final int BOUNDS = 160;
  private static final int BOUND = 16;
  private static final int INITIAL_VALUE = 248;

  private static final int DATA = 1;
  private static final int POINTER = 2;
  private static final int ALLOCATABLE = 3;

  private static final int COMPLEX = 2;
  private static final int CHARACTER = 3;
  private static final int STRUCTURE = 5;

  private static final int IS_KNOWN = 2;
  private static final int EXTENDED = 10;
  private static final int BYTES_OF_EXTENDED = 16;

  /** By category and kind, what descriptors call a type (ISO_Fortran_binding.h). */
  private static final List<Map<Integer, Integer>> TYPES =
      List.of(
          Map.of(1, 7, 2, 8, 4, 9, 8, 10, 16, 11),
          Map.of(2, 25, 3, 26, 4, 27, 8, 28, EXTENDED, 29, 16, 31),
          Map.of(2, 32, 3, 33, 4, 34, 8, 35, EXTENDED, 36, 16, 38),
          Map.of(1, 40, 2, 43, 4, 44),
          Map.of(1, 39, 2, 13, 4, 14, 8, 15));

  private final Invocation invocation;
  private final MachineMemory memory;
  private final long at;

  FlangComponent(Invocation invocation, long at) {
    this.invocation = invocation;
    this.memory = invocation.memory();
    this.at = at;
  }

  private int byteAt(int distance) {
    return (int) memory.load(at + distance, 1);
  }

  private int category() {
    return byteAt(25);
  }

  private int kind() {
    return byteAt(26);
  }

  private int rank() {
    return byteAt(27);
  }

  boolean isAllocatable() {
    return byteAt(24) == ALLOCATABLE;
  }

  boolean isPointer() {
    return byteAt(24) == POINTER;
  }

  boolean isStructure() {
    return category() == STRUCTURE;
  }

  /** Whether it is itself of a derived type, and within the variable. */
  boolean isPart() {
    return byteAt(24) == DATA && isStructure();
  }

  FlangDerivedType type() {
    return new FlangDerivedType(invocation, memory.load(at + 56, 8));
  }

  long placeIn(long variable) {
    return variable + memory.load(at + 32, 8);
  }

  Descriptor descriptorIn(long variable) {
    return new Descriptor(invocation, placeIn(variable));
  }

  /** The addresses of its elements in a variable that holds them. */
  LongStream elementsIn(long variable) {
    long size = elementSize();
    return LongStream.range(0, elements()).map(n -> placeIn(variable) + n * size);
  }

  private long elements() {
    Descriptor bounds = new Descriptor(invocation, at + BOUNDS);
    long elements = 1;
    for (int d = 0; d < rank(); d++) {
      long lower = bounds.base() + 2L * BOUND * d;
      elements *= Math.max(0, known(lower + BOUND) - known(lower) + 1);
    }
    return elements;
  }

  private long known(long value) {
    return memory.load(value, 1) == IS_KNOWN ? memory.load(value + 8, 8) : 0;
  }

  private long elementSize() {
    return switch (category()) {
      case STRUCTURE -> type().size();
      case CHARACTER -> known(at + 40) * kind();
      case COMPLEX -> 2L * bytesOfNumber();
      default -> bytesOfNumber();
    };
  }

  private int bytesOfNumber() {
    return kind() == EXTENDED ? BYTES_OF_EXTENDED : kind();
  }

  /** Where its initial value is; 0 if the program gives none. */
  long initialValue() {
    return memory.load(at + INITIAL_VALUE, 8);
  }

  /** How many bytes its initial value has. */
  long size() {
    return isPointer() ? descriptorIn(0).size(rank(), isStructure()) : elements() * elementSize();
  }

  /** Makes the descriptor of a pointer or an allocatable component, which has no target yet. */
  void establishIn(long variable) {
    Descriptor descriptor = descriptorIn(variable);
    int type = isStructure() ? Descriptor.STRUCTURE : TYPES.get(category()).getOrDefault(kind(), 0);
    descriptor.establish(type, elementSize(), rank());
    descriptor.attribute(isPointer() ? Descriptor.POINTER : Descriptor.ALLOCATABLE);
    if (isStructure()) {
      descriptor.structure(type());
    }
  }
}
