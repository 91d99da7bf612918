package fencepost.frontend.shmem;

import fencepost.model.AtomicType;
import java.util.List;
import java.util.Map;

/**
 * The C type of an element. Atomic operations are atomic with each other if they use the same type
 * (OpenSHMEM 1.5, 3.1); types that have two names, as {@code int} and {@code int32_t} do on every
 * 64-bit Linux, are the same.
 */
record BasicType(String name) {
  private static final Map<String, String> ALIASES =
      Map.of(
          "int32_t", "int",
          "int64_t", "long",
          "uint32_t", "unsigned int",
          "uint64_t", "unsigned long",
          "size_t", "unsigned long",
          "ptrdiff_t", "long");

  static final BasicType SIGNAL = new BasicType("unsigned long");

  /** By the words of a call's meaning, which end with it. */
  static BasicType of(List<String> words) {
    String name = String.join(" ", words);
    return new BasicType(ALIASES.getOrDefault(name, name));
  }

  int size() {
    return name.endsWith("short") ? 2 : name.endsWith("int") || name.equals("float") ? 4 : 8;
  }

  /** The value of which only the lower bytes are known, as captures write values down. */
  long extend(long value) {
    int unused = Long.SIZE - 8 * size();
    return (value << unused) >> unused;
  }

  int compare(long a, long b) {
    return name.startsWith("unsigned") ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  /** What it is atomic with, in the given atomicity domain. */
  AtomicType in(String domain) {
    return new AtomicType(name + " in " + domain, size());
  }
}
