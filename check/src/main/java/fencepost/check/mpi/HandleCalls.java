package fencepost.check.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles of Fortran in C, and the other way round (MPI 4.1, 19.3.4). Those that are made during an
 * execution are the same number in both languages; constants are not.
 */
final class HandleCalls {
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "Comm", "MPI_COMM_WORLD MPI_COMM_SELF MPI_COMM_NULL",
          "Group", "MPI_GROUP_NULL MPI_GROUP_EMPTY",
          "Win", "MPI_WIN_NULL",
          "Request", "MPI_REQUEST_NULL",
          "Info", "MPI_INFO_NULL",
          "File", "MPI_FILE_NULL",
          "Message", "MPI_MESSAGE_NULL MPI_MESSAGE_NO_PROC");

  private HandleCalls() {}

  static void addTo(MpiModel library) {
    CONSTANTS.forEach((kind, names) -> add(library, kind, List.of(names.split(" "))));
    List<String> operators = new ArrayList<>(List.of("MPI_OP_NULL"));
    for (Operator operator : Operator.values()) {
      operators.add("MPI_" + operator);
    }
    add(library, "Op", operators);
    List<String> types = new ArrayList<>(List.of("MPI_DATATYPE_NULL"));
    MpiModel.TABLE.datatypes().forEach(type -> types.add(type.name()));
    add(library, "Type", types);
    add(library, "Errhandler", List.of());
    add(library, "Session", List.of());
    library.rule("MPI_Status_f2c", HandleCalls::status);
  }

  private static void add(MpiModel library, String kind, List<String> constants) {
    library.rule(
        "MPI_" + kind + "_f2c",
        call -> convert(call, constants, call.process.fortranHeader(), call.header));
    library.rule(
        "MPI_" + kind + "_c2f",
        call -> convert(call, constants, call.header, call.process.fortranHeader()));
  }

  private static void convert(
      MpiCall call, List<String> constants, @Nullable MpiHeader from, @Nullable MpiHeader to) {
    long handle = call.at(0);
    for (String name : constants) {
      if (from != null && to != null && from.constant(name) == handle) {
        handle = to.constant(name);
        break;
      }
    }
    call.invocation().returns(handle);
  }

  /** They look alike in both languages. */
  private static void status(MpiCall call) {
    call.memory().copy(call.at(1), call.memory(), call.at(0), call.header.sizeOf("MPI_Status"));
    call.done();
  }
}
