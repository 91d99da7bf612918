package fencepost.check.dataflow;

import fencepost.trace.ApiTable.Left;
import fencepost.trace.CallNames;
import java.util.Map;

/** Constants of Open MPI and MPICH, in C and Fortran, where they matter. */
final class LibraryConstants {
  /** MPI_MODE_NOPRECEDE of Open MPI and of MPICH. */
  private static final long NOPRECEDE = 2 | 8192;

  private static final long MPICH_NO_OP = 0x5800000e;
  private static final long MPICH_BASIC_TYPE = 0x4c;

  /** Datatypes of Fortran in Open MPI. */
  private static final Map<Long, Long> FORTRAN =
      Map.of(7L, 4L, 6L, 4L, 11L, 8L, 13L, 4L, 15L, 8L, 17L, 8L, 18L, 8L);

  private LibraryConstants() {}

  static boolean saysNothingPrecedes(Sum assertion) {
    return assertion.isConstant() && (assertion.constant() & NOPRECEDE) != 0;
  }

  static boolean isNoOperation(Sum operation) {
    return operation.isConstant(MPICH_NO_OP) || isNamed(operation, "ompi_mpi_op_no_op");
  }

  /** MPI_PROC_NULL is negative, and no other rank is. */
  static boolean isNoRank(Sum rank) {
    return rank.isConstant() && rank.constant() < 0;
  }

  /** Whether something is the number of processes, which is at least one. */
  static boolean isSize(Object how) {
    return how instanceof String name && CallNames.left(name) == Left.SIZE;
  }

  private static boolean isNamed(Sum value, String name) {
    return name(value).equals(name);
  }

  private static String name(Sum value) {
    return value.terms().keySet().stream()
        .filter(symbol -> symbol instanceof Symbol.Thing thing && thing.origin() instanceof String)
        .map(symbol -> (String) ((Symbol.Thing) symbol).origin())
        .findFirst()
        .orElse("");
  }

  /** The bytes of an element, or 1 if they are not known: it has at least so many. */
  static long sizeOfDatatype(Sum datatype) {
    if (datatype.isConstant()) {
      long handle = datatype.constant() & 0xffffffffL;
      return handle >>> 24 == MPICH_BASIC_TYPE
          ? handle >>> 8 & 0xff
          : FORTRAN.getOrDefault(handle, 1L);
    }
    String name = name(datatype);
    return name.startsWith("ompi_mpi_") ? CTypes.sizeOfType(name.substring(9)) : 1;
  }
}
