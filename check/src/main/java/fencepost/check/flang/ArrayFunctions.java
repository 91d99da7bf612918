package fencepost.check.flang;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assignments of arrays, and what is asked about them. */
final class ArrayFunctions {
  private ArrayFunctions() {}

  static void addTo(FlangLibrary library) {
    library.add(
        List.of("Assign", "AssignTemporary"),
        i -> assign(Descriptor.argument(i, 0), Descriptor.argument(i, 1), true));
    library.add(
        "AssignExplicitLengthCharacter",
        i -> assign(Descriptor.argument(i, 0), Descriptor.argument(i, 1), false));
    library.add("CopyInAssign", ArrayFunctions::copyIn);
    library.add("CopyOutAssign", ArrayFunctions::copyOut);
    library.add("IsContiguous", i -> i.returns(Descriptor.argument(i, 0).isContiguous()));
    library.add("Size", i -> i.returns(Descriptor.argument(i, 0).elements()));
    library.add("SizeDim", i -> i.returns(Descriptor.argument(i, 0).extent(i.integer(1) - 1)));
    library.add("LboundDim", i -> i.returns(Descriptor.argument(i, 0).lower(i.integer(1) - 1)));
    library.add("Transpose", ArrayFunctions::transpose);
    library.add("Reshape", ArrayFunctions::reshape);
    Map<List<Long>, Integer> filled = new HashMap<>();
    library.add(
        "InitArrayConstructorVector",
        i -> {
          i.memory().store(i.argument(0), 8, i.argument(1));
          filled.put(List.of((long) i.process().rank(), i.argument(0)), 0);
        });
    library.add("PushArrayConstructorSimpleScalar", i -> push(i, filled, List.of(i.argument(1))));
    library.add(
        "PushArrayConstructorValue",
        i -> {
          Descriptor values = Descriptor.argument(i, 1);
          values.loaded();
          push(i, filled, values.addresses());
        });
    library.add("Initialize", i -> Descriptor.argument(i, 0).initialize());
    library.add(
        List.of("Destroy", "DestroyWithoutFinalization"),
        i -> Descriptor.argument(i, 0).freeInElements());
    library.add("Finalize", i -> {});
  }

  /**
   * An allocatable variable takes the shape and the length of its value (Fortran 2018, 10.2.1.3).
   */
  private static void assign(Descriptor to, Descriptor from, boolean takesLength) {
    boolean shape = from.rank() > 0 && !to.hasShapeOf(from);
    boolean length = takesLength && to.elementSize() != from.elementSize();
    long old = to.base();
    boolean anew = to.isAllocatable() && (old == 0 || shape || length);
    if (anew) {
      if (length) {
        to.elementSize(from.elementSize());
      }
      if (from.rank() > 0) {
        to.shapeFrom(from);
      }
      to.allocate();
    }
    to.assignElements(from); // which may be a part of what was there before
    if (anew) {
      to.free(old);
    }
  }

  /** A section that is passed on becomes a new array. */
  private static void copyIn(Invocation i) {
    Descriptor copy = Descriptor.argument(i, 0);
    Descriptor section = Descriptor.argument(i, 1);
    copy.copyFrom(section);
    copy.shapeFrom(section);
    copy.allocate();
    copy.assignElements(section);
  }

  /** After the call, it is copied back, unless the section could not be changed. */
  private static void copyOut(Invocation i) {
    Descriptor copy = Descriptor.argument(i, 1);
    if (i.argument(0) != 0) {
      Descriptor.argument(i, 0).assignElements(copy);
    }
    copy.free();
  }

  /** Values are put behind those that an array constructor has so far; the array grows. */
  private static void push(Invocation i, Map<List<Long>, Integer> filled, List<Long> values) {
    Descriptor array = new Descriptor(i, i.memory().load(i.argument(0), 8));
    List<Long> key = List.of((long) i.process().rank(), i.argument(0));
    int before = filled.getOrDefault(key, 0);
    int after = before + values.size();
    long size = array.elementSize();
    if (array.base() == 0 || after > array.elements()) {
      long old = array.base();
      array.bounds(0, 1, after);
      array.allocate();
      if (old != 0) {
        i.memory().copy(array.base(), i.memory(), old, before * size);
        i.memory().free(old);
      }
    }
    for (int n = 0; n < values.size(); n++) {
      i.memory().copy(array.base() + (before + n) * size, i.memory(), values.get(n), size);
    }
    filled.put(key, after);
  }

  private static void transpose(Invocation i) {
    Descriptor result = Descriptor.argument(i, 0);
    Descriptor matrix = Descriptor.argument(i, 1);
    result.copyFrom(matrix);
    result.bounds(0, 1, matrix.extent(1));
    result.bounds(1, 1, matrix.extent(0));
    result.allocate();
    matrix.loaded();
    List<Long> from = matrix.addresses();
    List<Long> to = result.addresses();
    int rows = (int) matrix.extent(0);
    int columns = (int) matrix.extent(1);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        i.memory()
            .copy(
                to.get(row * columns + column),
                i.memory(),
                from.get(column * rows + row),
                matrix.elementSize());
      }
    }
  }

  /** Without padding and in the usual order of elements. */
  private static void reshape(Invocation i) {
    if (i.argument(3) != 0 || i.argument(4) != 0) {
      throw Halt.unmodelled("reshape with pad or order");
    }
    Descriptor result = Descriptor.argument(i, 0);
    Descriptor source = Descriptor.argument(i, 1);
    Descriptor shape = Descriptor.argument(i, 2);
    result.establish(source.type(), source.elementSize(), (int) shape.elements());
    List<Long> extents = shape.addresses();
    for (int d = 0; d < extents.size(); d++) {
      result.bounds(d, 1, shape.integer(extents.get(d)));
    }
    result.allocate();
    source.loaded();
    List<Long> from = source.addresses();
    List<Long> to = result.addresses();
    for (int n = 0; n < to.size(); n++) {
      i.memory().copy(to.get(n), i.memory(), from.get(n), source.elementSize());
    }
  }
}
