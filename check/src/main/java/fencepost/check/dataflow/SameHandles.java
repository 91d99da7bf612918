package fencepost.check.dataflow;

import org.jspecify.annotations.Nullable;

/** Whether two places in the program speak of the same handle. */
final class SameHandles {
  private static final int SIZE = 8;

  private SameHandles() {}

  /** Handles are different for certain only if they were made for different variables. */
  static boolean mayBeSame(Sum a, Sum b) {
    Sum x = variable(a);
    Sum y = variable(b);
    if (x == null || y == null || !isExact(x) || !isExact(y)) {
      return true;
    }
    return x.equals(y);
  }

  private static @Nullable Sum variable(Sum handle) {
    return handle.constant() == 0
            && handle.terms().size() == 1
            && handle.terms().keySet().iterator().next() instanceof Symbol.Loaded loaded
        ? loaded.address()
        : null;
  }

  /** A certain place in a certain variable. */
  private static boolean isExact(Sum address) {
    return address.terms().size() == 1
        && address.terms().keySet().iterator().next() instanceof Symbol.Thing;
  }

  /** Whether a request may be among so many, one behind the other. */
  static boolean isAmong(Sum request, Sum first, Sum count, Conditions conditions) {
    DataflowRegion one = new DataflowRegion(request, Sum.of(1), true);
    DataflowRegion list = new DataflowRegion(first, count.times(SIZE), true);
    if (!one.isSameMemory(list)) {
      return !isInVariable(request) || !isInVariable(first);
    }
    return list.overlap(one, conditions) != DataflowRegion.Overlap.NONE;
  }

  private static boolean isInVariable(Sum address) {
    return address.bases().size() == 1 && address.bases().iterator().next() instanceof Symbol.Thing;
  }
}
