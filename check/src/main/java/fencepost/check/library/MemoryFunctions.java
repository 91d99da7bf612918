package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.util.Arrays;
import java.util.List;

/** {@code <stdlib.h>} and {@code <string.h>} on blocks of memory. */
final class MemoryFunctions {
  private MemoryFunctions() {}

  static void addTo(CLibrary library) {
    library.add(List.of("malloc", "valloc"), i -> i.returns(allocate(i, i.argument(0))));
    library.add("calloc", i -> i.returns(allocate(i, i.argument(0) * i.argument(1))));
    library.add(List.of("aligned_alloc", "memalign"), i -> i.returns(allocate(i, i.argument(1))));
    library.add(
        "posix_memalign",
        i -> {
          i.memory().store(i.argument(0), 8, allocate(i, i.argument(2)));
          i.returns(0);
        });
    library.add("mmap", i -> i.returns(allocate(i, i.argument(1))));
    library.add(
        "munmap",
        i -> {
          free(i, i.argument(0));
          i.returns(0);
        });
    library.add(List.of("free", "cfree"), i -> free(i, i.argument(0)));
    library.add("realloc", MemoryFunctions::reallocate);
    library.add(List.of("memcpy", "memmove", "mempcpy"), MemoryFunctions::copy);
    library.add("bcopy", i -> MachineAccess.copy(i, i.argument(1), i.argument(0), i.argument(2)));
    library.add("memset", i -> fill(i, (byte) i.argument(1), i.argument(2)));
    library.add("bzero", i -> fill(i, (byte) 0, i.argument(1)));
    library.add(List.of("memcmp", "bcmp"), MemoryFunctions::compare);
    library.add("memchr", MemoryFunctions::find);
    library.add("qsort", MemoryFunctions::sort);
    library.add("bsearch", MemoryFunctions::search);
  }

  static long allocate(Invocation i, long size) {
    i.process().strand().setApart();
    return i.memory().allocate(Math.max(1, size));
  }

  static void free(Invocation i, long block) {
    if (block != 0) {
      MachineAccess.freed(i, block);
      i.memory().free(block);
    }
  }

  private static void reallocate(Invocation i) {
    long old = i.argument(0);
    long moved = allocate(i, i.argument(1));
    if (old != 0) {
      MachineAccess.freed(i, old);
      long kept = Math.min(i.memory().block(old).size(), i.argument(1));
      i.memory().copy(moved, i.memory(), old, kept);
      i.memory().free(old);
    }
    i.returns(moved);
  }

  private static void copy(Invocation i) {
    MachineAccess.copy(i, i.argument(0), i.argument(1), i.argument(2));
    i.returns(i.argument(0) + (i.name().equals("mempcpy") ? i.argument(2) : 0));
  }

  private static void fill(Invocation i, byte value, long size) {
    MachineAccess.stored(i, i.argument(0), size);
    i.memory().fill(i.argument(0), value, size);
    i.returns(i.argument(0));
  }

  private static void compare(Invocation i) {
    long size = i.argument(2);
    MachineAccess.loaded(i, i.argument(0), size);
    MachineAccess.loaded(i, i.argument(1), size);
    i.returns(
        Arrays.compareUnsigned(
            i.memory().bytes(i.argument(0), size), i.memory().bytes(i.argument(1), size)));
  }

  private static void find(Invocation i) {
    byte[] bytes = i.memory().bytes(i.argument(0), i.argument(2));
    int at = 0;
    while (at < bytes.length && bytes[at] != (byte) i.argument(1)) {
      at++;
    }
    MachineAccess.loaded(i, i.argument(0), Math.min(bytes.length, at + 1));
    i.returns(at == bytes.length ? 0 : i.argument(0) + at);
  }

  /** Merge sort by the program's comparison, on a copy. */
  private static void sort(Invocation i) {
    long base = i.argument(0);
    int count = i.integer(1);
    long size = i.argument(2);
    MachineAccess.loaded(i, base, count * size);
    MachineAccess.stored(i, base, count * size);
    long copy = i.memory().allocate(Math.max(1, count * size));
    i.memory().copy(copy, i.memory(), base, count * size);
    Integer[] order = new Integer[count];
    Arrays.setAll(order, n -> n);
    Arrays.sort(
        order, (a, b) -> (int) i.process().invoke(i.argument(3), copy + a * size, copy + b * size));
    for (int n = 0; n < count; n++) {
      i.memory().copy(base + n * size, i.memory(), copy + order[n] * size, size);
    }
    i.memory().free(copy);
  }

  private static void search(Invocation i) {
    long low = 0;
    long high = i.argument(2);
    while (low < high) {
      long middle = (low + high) / 2;
      long at = i.argument(1) + middle * i.argument(3);
      int order = (int) i.process().invoke(i.argument(4), i.argument(0), at);
      if (order == 0) {
        i.returns(at);
        return;
      }
      low = order > 0 ? middle + 1 : low;
      high = order > 0 ? high : middle;
    }
    i.returns(0);
  }
}
