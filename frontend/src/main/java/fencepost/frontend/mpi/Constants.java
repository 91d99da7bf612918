package fencepost.frontend.mpi;

import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.List;

/**
 * The values that an MPI library gives to the standard's named constants. They differ between
 * libraries.
 */
final class Constants {
  private static final int FIRST_SLOT = 3;

  final int procNull;
  final int anySource;
  final int anyTag;
  final long inPlace;
  final long requestNull;
  final long commNull;
  final long commWorld;
  final long commSelf;
  final long noOp;
  final int lockExclusive;
  final int noPrecede;
  final int noCheck;

  /** Reads them from the record that introduces a process. */
  Constants(ApiTable table, RecordCursor process) {
    List<String> names = table.constants();
    procNull = (int) value(names, "MPI_PROC_NULL", process);
    anySource = (int) value(names, "MPI_ANY_SOURCE", process);
    anyTag = (int) value(names, "MPI_ANY_TAG", process);
    inPlace = value(names, "MPI_IN_PLACE", process);
    requestNull = value(names, "MPI_REQUEST_NULL", process);
    commNull = value(names, "MPI_COMM_NULL", process);
    commWorld = value(names, "MPI_COMM_WORLD", process);
    commSelf = value(names, "MPI_COMM_SELF", process);
    noOp = value(names, "MPI_NO_OP", process);
    lockExclusive = (int) value(names, "MPI_LOCK_EXCLUSIVE", process);
    noPrecede = (int) value(names, "MPI_MODE_NOPRECEDE", process);
    noCheck = (int) value(names, "MPI_MODE_NOCHECK", process);
  }

  private static long value(List<String> names, String name, RecordCursor process) {
    return process.slot(FIRST_SLOT + names.indexOf(name));
  }
}
