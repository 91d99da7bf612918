package fencepost.check.flang;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import fencepost.check.machine.MachineMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What flang knows of an array or an allocatable variable (Fortran 2018, 18.5.3).
 *
 * <pre>
 *    0 address       8 bytes of an element   16 version   20 rank   21 type   22 attribute   23 more
 *   24 for each dimension: lower bound, extent, distance of elements in bytes
 *      behind the last: the derived type, if it is one
 * </pre>
 */
final class Descriptor {
  static final int POINTER = 1;
  static final int ALLOCATABLE = 2;
  static final int STRUCTURE = 42;
  private static final int DIMENSIONS = 24;
  private static final int DIMENSION = 24;
  private static final int BYTES_OF_STRUCTURE = 16;

  private final Invocation invocation;
  private final MachineMemory memory;
  final long at;

  Descriptor(Invocation invocation, long at) {
    this.invocation = invocation;
    this.memory = invocation.memory();
    this.at = at;
  }

  static Descriptor argument(Invocation invocation, int index) {
    return new Descriptor(invocation, invocation.argument(index));
  }

  // ---- what it says ----

  long base() {
    return memory.load(at, 8);
  }

  void base(long address) {
    memory.store(at, 8, address);
  }

  long elementSize() {
    return memory.load(at + 8, 8);
  }

  void elementSize(long bytes) {
    memory.store(at + 8, 8, bytes);
  }

  int rank() {
    return (int) memory.load(at + 20, 1);
  }

  int type() {
    return (int) memory.load(at + 21, 1);
  }

  boolean isAllocatable() {
    return memory.load(at + 22, 1) == ALLOCATABLE;
  }

  private long dimension(int number) {
    return at + DIMENSIONS + (long) number * DIMENSION;
  }

  long lower(int number) {
    return memory.load(dimension(number), 8);
  }

  long extent(int number) {
    return memory.load(dimension(number) + 8, 8);
  }

  long stride(int number) {
    return memory.load(dimension(number) + 16, 8);
  }

  long elements() {
    long elements = 1;
    for (int d = 0; d < rank(); d++) {
      elements *= extent(d);
    }
    return elements;
  }

  /** The derived type of its elements; null if they are of none. */
  private @Nullable FlangDerivedType structure() {
    long description = type() == STRUCTURE ? memory.load(dimension(rank()), 8) : 0;
    return description == 0 ? null : new FlangDerivedType(invocation, description);
  }

  /** The same, if they must not be copied byte by byte; else null. */
  private @Nullable FlangDerivedType structureWithMemory() {
    FlangDerivedType type = structure();
    return type == null || type.isPlain() ? null : type;
  }

  /** How many bytes such a descriptor has. */
  long size(int dimensions, boolean ofStructure) {
    return DIMENSIONS + (long) dimensions * DIMENSION + (ofStructure ? BYTES_OF_STRUCTURE : 0);
  }

  // ---- changing it ----

  void copyFrom(Descriptor other) {
    memory.copy(at, memory, other.at, DIMENSIONS + (long) other.rank() * DIMENSION);
    if (other.type() == STRUCTURE && memory.load(other.at + 23, 1) != 0) {
      long structure = other.dimension(other.rank());
      memory.copy(dimension(other.rank()), memory, structure, BYTES_OF_STRUCTURE);
    }
  }

  void bounds(int number, long lower, long upper) {
    long stride = elementSize();
    for (int d = 0; d < number; d++) {
      stride *= extent(d);
    }
    memory.store(dimension(number), 8, lower);
    memory.store(dimension(number) + 8, 8, Math.max(0, upper - lower + 1));
    memory.store(dimension(number) + 16, 8, stride);
  }

  /** Makes it a contiguous array with the bounds of another one. */
  void shapeFrom(Descriptor other) {
    memory.store(at + 20, 1, other.rank());
    for (int d = 0; d < other.rank(); d++) {
      bounds(d, other.lower(d), other.lower(d) + other.extent(d) - 1);
    }
  }

  /** Makes it a new variable of a type: an array of one dimension, or a scalar if it has none. */
  void establish(int type, long elementSize, int rank) {
    memory.store(at, 8, 0);
    memory.store(at + 8, 8, elementSize);
    memory.store(at + 16, 4, 20180515);
    memory.store(at + 20, 1, rank);
    memory.store(at + 21, 1, type);
    memory.store(at + 22, 1, ALLOCATABLE);
    memory.store(at + 23, 1, 0);
  }

  /** Whether it is a pointer or allocatable. */
  void attribute(int attribute) {
    memory.store(at + 22, 1, attribute);
  }

  /** Says what derived type its elements are of. */
  void structure(FlangDerivedType type) {
    memory.store(at + 23, 1, 1);
    memory.store(dimension(rank()), 8, type.at);
    memory.store(dimension(rank()) + 8, 8, 0);
  }

  void allocate() {
    base(memory.allocate(Math.max(1, elements() * elementSize())));
  }

  /** The elements of a new variable get the initial values of their type. */
  void initialize() {
    FlangDerivedType structure = structure();
    if (structure != null) {
      addresses().forEach(structure::initialize);
    }
  }

  void free() {
    freeInElements();
    free(base());
    base(0);
  }

  /** Gives back what is allocated in the elements. */
  void freeInElements() {
    FlangDerivedType structure = structureWithMemory();
    if (structure != null && base() != 0) {
      List<Long> elements = addresses();
      elements.forEach(element -> structure.allocated(element).forEach(this::free));
      elements.forEach(structure::forgetAllocated);
    }
  }

  /** What is allocated in the elements. */
  List<Long> allocatedInElements() {
    FlangDerivedType structure = structureWithMemory();
    return structure == null || base() == 0
        ? List.of()
        : addresses().stream().flatMap(e -> structure.allocated(e).stream()).toList();
  }

  /** Gives back what it once had; nothing if that is 0. */
  void free(long block) {
    if (block != 0) {
      MachineAccess.freed(invocation, block);
      memory.free(block);
    }
  }

  // ---- its elements ----

  boolean isContiguous() {
    long expected = elementSize();
    for (int d = 0; d < rank(); d++) {
      if (extent(d) != 1 && stride(d) != expected && elements() != 0) {
        return false;
      }
      expected *= extent(d);
    }
    return true;
  }

  /** The addresses of its elements, the first dimension running fastest. */
  List<Long> addresses() {
    List<Long> addresses = new ArrayList<>();
    if (elements() > 0) {
      add(addresses, base(), rank() - 1);
    }
    return addresses;
  }

  private void add(List<Long> addresses, long from, int dimension) {
    if (dimension < 0) {
      addresses.add(from);
      return;
    }
    for (long i = 0; i < extent(dimension); i++) {
      add(addresses, from + i * stride(dimension), dimension - 1);
    }
  }

  void loaded() {
    if (isContiguous()) {
      MachineAccess.loaded(invocation, base(), elements() * elementSize());
    } else {
      addresses().forEach(a -> MachineAccess.loaded(invocation, a, elementSize()));
    }
  }

  void stored() {
    if (isContiguous()) {
      MachineAccess.stored(invocation, base(), elements() * elementSize());
    } else {
      addresses().forEach(a -> MachineAccess.stored(invocation, a, elementSize()));
    }
  }

  /** Copies all elements of another one, or one and the same to all. */
  void assignElements(Descriptor from) {
    from.loaded();
    stored();
    List<Long> to = addresses();
    FlangDerivedType structure = from.structureWithMemory();
    List<Long> old = new ArrayList<>();
    if (structure != null) {
      to.forEach(element -> old.addAll(structure.allocated(element)));
    }
    long size = from.elementSize();
    long kept = Math.min(size, elementSize());
    List<Long> sources = from.addresses();
    long copy = memory.allocate(Math.max(1, sources.size() * size)); // the two may overlap
    for (int i = 0; i < sources.size(); i++) {
      memory.copy(copy + i * size, memory, sources.get(i), size);
    }
    for (int i = 0; i < to.size(); i++) {
      memory.copy(to.get(i), memory, copy + (sources.size() == 1 ? 0 : i * size), kept);
      memory.fill(to.get(i) + kept, (byte) ' ', elementSize() - kept);
    }
    memory.free(copy);
    if (structure != null) {
      to.forEach(structure::copyComponents);
      old.forEach(this::free);
    }
  }

  boolean hasShapeOf(Descriptor other) {
    for (int d = 0; d < other.rank(); d++) {
      if (extent(d) != other.extent(d)) {
        return false;
      }
    }
    return true;
  }

  // ---- numbers ----

  boolean isReal() {
    return type() == 27 || type() == 28;
  }

  double real(long address) {
    return isReal() ? number(address) : (double) integer(address);
  }

  private double number(long address) {
    return elementSize() == 4
        ? Float.intBitsToFloat((int) memory.load(address, 4))
        : Double.longBitsToDouble(memory.load(address, 8));
  }

  long integer(long address) {
    return memory.load(address, (int) elementSize());
  }

  void storeReal(long address, double value) {
    memory.store(
        address,
        (int) elementSize(),
        elementSize() == 4
            ? Float.floatToRawIntBits((float) value)
            : Double.doubleToRawLongBits(value));
  }
}
