package fencepost.check.flang;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Sums, products and extremes of whole arrays, and products of vectors and matrices. */
final class Reductions {
  private Reductions() {}

  /** An operation on integers and on reals, and what it begins with. */
  private record Operation(
      LongBinaryOperator whole, long first, DoubleBinaryOperator real, double firstReal) {}

  private static final Map<String, Operation> OPERATIONS =
      Map.of(
          "Sum", new Operation(Long::sum, 0, Double::sum, 0),
          "Product", new Operation((a, b) -> a * b, 1, (a, b) -> a * b, 1),
          "Maxval", new Operation(Math::max, Long.MIN_VALUE, Math::max, Double.NEGATIVE_INFINITY),
          "Minval", new Operation(Math::min, Long.MAX_VALUE, Math::min, Double.POSITIVE_INFINITY));

  static void addTo(FlangLibrary library) {
    OPERATIONS.forEach(
        (name, operation) -> {
          for (int bytes : List.of(1, 2, 4, 8)) {
            library.add(name + "Integer" + bytes, i -> whole(i, operation));
          }
          library.add(List.of(name + "Real4", name + "Real8"), i -> real(i, operation));
        });
    library.add("Any", i -> i.returns(count(i) > 0));
    library.add("All", i -> i.returns(count(i) == Descriptor.argument(i, 0).elements()));
    library.add("Count", i -> i.returns(count(i)));
    for (int bytes : List.of(4, 8)) {
      library.add("DotProductInteger" + bytes, i -> i.returns((long) dotProduct(i)));
      library.add("DotProductReal" + bytes, i -> i.returns(dotProduct(i)));
    }
    library.add("Matmul", Reductions::matrixProduct);
    for (String left : NUMBERS) {
      NUMBERS.forEach(right -> library.add("Matmul" + left + right, Reductions::matrixProduct));
      library.add("Maxloc" + left, i -> place(i, 1));
      library.add("Minloc" + left, i -> place(i, -1));
    }
  }

  private static final List<String> NUMBERS = List.of("Integer4", "Integer8", "Real4", "Real8");

  /** Result, array, kind of the result, file, line, mask, whether the last one is wanted. */
  private static void place(Invocation i, int sign) {
    if (i.argument(5) != 0 || i.argument(6) != 0) {
      throw Halt.unmodelled(i.name() + " with a mask or backwards");
    }
    Descriptor array = Descriptor.argument(i, 1);
    array.loaded();
    List<Long> addresses = array.addresses();
    int best = -1;
    for (int n = 0; n < addresses.size(); n++) {
      if (best < 0
          || sign * Double.compare(array.real(addresses.get(n)), array.real(addresses.get(best)))
              > 0) {
        best = n;
      }
    }
    Descriptor result = Descriptor.argument(i, 0);
    int kind = i.integer(2);
    result.establish(kind == 8 ? 10 : 9, kind, 1);
    result.bounds(0, 1, array.rank());
    result.allocate();
    int rest = best;
    for (int d = 0; d < array.rank(); d++) {
      int extent = (int) Math.max(1, array.extent(d));
      i.memory().store(result.base() + (long) d * kind, kind, best < 0 ? 0 : rest % extent + 1);
      rest /= extent;
    }
  }

  /** Array, file, line, dimension, mask. */
  private static Descriptor array(Invocation i) {
    if (i.count() > 4 && i.argument(4) != 0) {
      throw Halt.unmodelled(i.name() + " with a mask");
    }
    Descriptor array = Descriptor.argument(i, 0);
    array.loaded();
    return array;
  }

  private static void whole(Invocation i, Operation operation) {
    Descriptor array = array(i);
    long result = operation.first;
    for (long address : array.addresses()) {
      result = operation.whole.applyAsLong(result, array.integer(address));
    }
    i.returns(result);
  }

  private static void real(Invocation i, Operation operation) {
    Descriptor array = array(i);
    double result = operation.firstReal;
    for (long address : array.addresses()) {
      result = operation.real.applyAsDouble(result, array.real(address));
    }
    i.returns(result);
  }

  private static long count(Invocation i) {
    Descriptor array = array(i);
    return array.addresses().stream().filter(address -> array.integer(address) != 0).count();
  }

  private static double dotProduct(Invocation i) {
    Descriptor a = Descriptor.argument(i, 0);
    Descriptor b = Descriptor.argument(i, 1);
    a.loaded();
    b.loaded();
    List<Long> left = a.addresses();
    List<Long> right = b.addresses();
    double sum = 0;
    for (int n = 0; n < left.size(); n++) {
      sum += a.real(left.get(n)) * b.real(right.get(n));
    }
    return sum;
  }

  /** A vector is a matrix of one row or one column (Fortran 2018, 16.9.124). */
  private static void matrixProduct(Invocation i) {
    Descriptor result = Descriptor.argument(i, 0);
    Descriptor a = Descriptor.argument(i, 1);
    Descriptor b = Descriptor.argument(i, 2);
    int inner = (int) b.extent(0);
    int rows = a.rank() == 1 ? 1 : (int) a.extent(0);
    int columns = b.rank() == 1 ? 1 : (int) b.extent(1);
    Descriptor like = a.isReal() && a.elementSize() >= b.elementSize() ? a : b;
    result.establish(like.type(), like.elementSize(), a.rank() + b.rank() - 2);
    int dimension = 0;
    if (a.rank() == 2) {
      result.bounds(dimension++, 1, rows);
    }
    if (b.rank() == 2) {
      result.bounds(dimension, 1, columns);
    }
    result.allocate();
    a.loaded();
    b.loaded();
    List<Long> left = a.addresses();
    List<Long> right = b.addresses();
    List<Long> to = result.addresses();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        double sum = 0;
        for (int n = 0; n < inner; n++) {
          sum += a.real(left.get(n * rows + row)) * b.real(right.get(column * inner + n));
        }
        long address = to.get(column * rows + row);
        if (result.isReal()) {
          result.storeReal(address, sum);
        } else {
          i.memory().store(address, (int) result.elementSize(), (long) sum);
        }
      }
    }
  }
}
