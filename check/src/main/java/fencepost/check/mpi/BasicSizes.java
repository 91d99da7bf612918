package fencepost.check.mpi;

/** The sizes of predefined datatypes where int has 32 and long 64 bits. */
final class BasicSizes {
  private BasicSizes() {}

  static int of(String name) {
    return switch (name) {
      case "MPI_CHAR",
          "MPI_SIGNED_CHAR",
          "MPI_UNSIGNED_CHAR",
          "MPI_BYTE",
          "MPI_PACKED",
          "MPI_C_BOOL",
          "MPI_CXX_BOOL",
          "MPI_CHARACTER" ->
          1;
      case "MPI_SHORT", "MPI_UNSIGNED_SHORT" -> 2;
      case "MPI_INT",
          "MPI_UNSIGNED",
          "MPI_WCHAR",
          "MPI_INTEGER",
          "MPI_FLOAT",
          "MPI_REAL",
          "MPI_LOGICAL" ->
          4;
      case "MPI_SHORT_INT" -> 6;
      case "MPI_LONG_DOUBLE",
          "MPI_CXX_DOUBLE_COMPLEX",
          "MPI_C_DOUBLE_COMPLEX",
          "MPI_DOUBLE_COMPLEX",
          "MPI_2DOUBLE_PRECISION" ->
          16;
      case "MPI_LONG_INT", "MPI_DOUBLE_INT" -> 12;
      case "MPI_LONG_DOUBLE_INT" -> 20;
      case "MPI_CXX_LONG_DOUBLE_COMPLEX", "MPI_C_LONG_DOUBLE_COMPLEX" -> 32;
      default -> numbered(name);
    };
  }

  /** The distance of elements: pairs are aligned like their larger part. */
  static int extent(int size) {
    return size == 6 ? 8 : size == 12 ? 16 : size == 20 ? 32 : size;
  }

  /** For example {@code MPI_INTEGER4}, {@code MPI_UINT16_T}; everything else has eight bytes. */
  private static int numbered(String name) {
    String digits = name.replaceAll("\\D", "");
    boolean bits = name.endsWith("_T");
    if (digits.isEmpty() || name.startsWith("MPI_2")) {
      return 8;
    }
    return bits ? Integer.parseInt(digits) / 8 : Integer.parseInt(digits);
  }
}
