package fencepost.frontend.mpi;

import fencepost.frontend.atomic.AtomicOp;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.List;

/**
 * The values that an MPI library gives to the standard's named constants. They differ between
 * libraries.
 */
final class MpiConstants {
  private static final int FIRST_SLOT = 3;

  final int procNull;
  final int anySource;
  final int anyTag;
  final long inPlace;
  final long requestNull;
  final long commNull;
  final long datatypeNull;
  final long commWorld;
  final long commSelf;
  final long noOp;
  private final Long2ObjectOpenHashMap<AtomicOp> operations = new Long2ObjectOpenHashMap<>();
  final int lockExclusive;
  final int noPrecede;
  final int noCheck;
  final int undefined;
  final int root;
  final int fortranOrder;
  final int cyclic;

  /** Reads them from the record that introduces a process. */
  MpiConstants(ApiTable table, RecordCursor process) {
    List<String> names = table.constants();
    procNull = (int) value(names, "MPI_PROC_NULL", process);
    anySource = (int) value(names, "MPI_ANY_SOURCE", process);
    anyTag = (int) value(names, "MPI_ANY_TAG", process);
    inPlace = value(names, "MPI_IN_PLACE", process);
    requestNull = value(names, "MPI_REQUEST_NULL", process);
    commNull = value(names, "MPI_COMM_NULL", process);
    datatypeNull = value(names, "MPI_DATATYPE_NULL", process);
    commWorld = value(names, "MPI_COMM_WORLD", process);
    commSelf = value(names, "MPI_COMM_SELF", process);
    noOp = value(names, "MPI_NO_OP", process);
    operations.put(noOp, AtomicOp.NONE);
    operations.put(value(names, "MPI_REPLACE", process), AtomicOp.REPLACE);
    operations.put(value(names, "MPI_SUM", process), AtomicOp.SUM);
    operations.put(value(names, "MPI_PROD", process), AtomicOp.PRODUCT);
    operations.put(value(names, "MPI_MAX", process), AtomicOp.MAX);
    operations.put(value(names, "MPI_MIN", process), AtomicOp.MIN);
    operations.put(value(names, "MPI_BAND", process), AtomicOp.AND);
    operations.put(value(names, "MPI_BOR", process), AtomicOp.OR);
    operations.put(value(names, "MPI_BXOR", process), AtomicOp.XOR);
    lockExclusive = (int) value(names, "MPI_LOCK_EXCLUSIVE", process);
    noPrecede = (int) value(names, "MPI_MODE_NOPRECEDE", process);
    noCheck = (int) value(names, "MPI_MODE_NOCHECK", process);
    undefined = (int) value(names, "MPI_UNDEFINED", process);
    root = (int) value(names, "MPI_ROOT", process);
    fortranOrder = (int) value(names, "MPI_ORDER_FORTRAN", process);
    cyclic = (int) value(names, "MPI_DISTRIBUTE_CYCLIC", process);
  }

  AtomicOp operation(long handle) {
    return operations.getOrDefault(handle, AtomicOp.OTHER);
  }

  private static long value(List<String> names, String name, RecordCursor process) {
    return process.slot(FIRST_SLOT + names.indexOf(name));
  }
}
