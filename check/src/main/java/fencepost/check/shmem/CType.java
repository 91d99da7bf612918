package fencepost.check.shmem;

import fencepost.check.mpi.Basic;

/** A type of C that calls exist for, where int has 32 and long 64 bits. */
record CType(String name) {

  int size() {
    return switch (name) {
      case "void", "char", "signed char", "unsigned char", "int8_t", "uint8_t" -> 1;
      case "short", "unsigned short", "int16_t", "uint16_t" -> 2;
      case "int", "unsigned int", "int32_t", "uint32_t", "float" -> 4;
      case "long double", "double _Complex" -> 16;
      default -> 8;
    };
  }

  private boolean isUnsigned() {
    return name.startsWith("u") || name.equals("size_t");
  }

  int compare(long a, long b) {
    return isUnsigned() ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  /** The same as a datatype of reductions. */
  Basic basic() {
    if (name.endsWith("_Complex")) {
      return new Basic("complex", size());
    } else if (name.endsWith("double") || name.equals("float")) {
      return new Basic("float", size());
    }
    return new Basic(isUnsigned() ? "uint" : "int", size());
  }
}
