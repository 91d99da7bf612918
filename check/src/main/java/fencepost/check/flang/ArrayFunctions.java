package fencepost.check.flang;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import java.util.List;

/** Assignments of arrays, and what is asked about them. */
final class ArrayFunctions {
  private ArrayFunctions() {}

  static void addTo(FlangLibrary library) {
    library.add(List.of("Assign", "AssignTemporary", "AssignExplicitLengthCharacter"), i ->
        assign(i, Descriptor.argument(i, 0), Descriptor.argument(i, 1)));
    library.add("CopyInAssign", ArrayFunctions::copyIn);
    library.add("CopyOutAssign", ArrayFunctions::copyOut);
    library.add("IsContiguous", i -> i.returns(Descriptor.argument(i, 0).isContiguous()));
    library.add("Size", i -> i.returns(Descriptor.argument(i, 0).elements()));
    library.add(
        "SizeDim", i -> i.returns(Descriptor.argument(i, 0).extent(i.integer(1) - 1)));
    library.add(
        "LboundDim", i -> i.returns(Descriptor.argument(i, 0).lower(i.integer(1) - 1)));
    library.add("Transpose", ArrayFunctions::transpose);
    library.add("Reshape", ArrayFunctions::reshape);
    library.add("Initialize", ArrayFunctions::initialize);
    library.add(List.of("Finalize", "Destroy", "DestroyWithoutFinalization"), i -> {});
  }

  /** An allocatable variable takes the shape that it is given (Fortran 2018, 10.2.1.3). */
  static void assign(Invocation i, Descriptor to, Descriptor from) {
    boolean other = from.rank() > 0 && to.base() != 0 && !to.hasShapeOf(from);
    if (to.isAllocatable() && (to.base() == 0 || other)) {
      if (other) {
        to.free();
      }
      if (from.rank() > 0 || to.rank() == 0) {
        to.shapeFrom(from);
      }
      to.allocate();
    }
    to.assignElements(from);
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

  private static void initialize(Invocation i) {
    throw Halt.unmodelled("a derived type whose components get initial values at run time");
  }
}
