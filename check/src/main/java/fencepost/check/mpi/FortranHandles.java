package fencepost.check.mpi;

import fencepost.trace.ApiTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The types of {@code mpi_f08} and the constants of these types, made of those of {@code mpif.h}: a
 * handle is a structure of one integer (MPI 4.1, 2.5.1).
 */
final class FortranHandles {
  static final List<String> TYPES =
      Stream.of(
              "Comm Datatype Errhandler File Group Info Message Op Request Session Win".split(" "))
          .map(name -> "MPI_" + name)
          .toList();

  private static final String USER_FUNCTION =
      """
      abstract interface
        subroutine MPI_User_function(invec, inoutvec, len, datatype)
          import
          type(c_ptr), value :: invec, inoutvec
          integer :: len
          type(MPI_Datatype) :: datatype
        end subroutine
      end interface
      """;

  private final String mpifh;
  private final Set<String> words;

  /**
   * @param mpifh the library's {@code mpif.h} with everything that it includes
   */
  FortranHandles(String mpifh) {
    this.mpifh = mpifh.toUpperCase(Locale.ROOT);
    this.words = Set.of(Stream.of(this.mpifh.split("\\W+")).distinct().toArray(String[]::new));
  }

  /** Whether {@code mpif.h} declares a name, which is given in capitals. */
  boolean declares(String name) {
    return words.contains(name);
  }

  /** The statements with which {@code mpi_f08} takes what else it needs out of a module. */
  String uses(String module) {
    StringBuilder text = new StringBuilder("use, intrinsic :: iso_c_binding\nuse " + module);
    constants().keySet().forEach(name -> text.append(", &\n  F_" + name + " => " + name));
    return text.append("\n").toString();
  }

  /** The types and the constants. */
  String declarations() {
    StringBuilder text = new StringBuilder();
    TYPES.forEach(
        type -> text.append("type, bind(C) :: " + type + "\n  integer :: MPI_VAL\nend type\n"));
    text.append(status());
    constants()
        .forEach(
            (name, type) ->
                text.append("type(" + type + "), parameter :: " + name)
                    .append(" = " + type + "(F_" + name + ")\n"));
    return text.append(USER_FUNCTION).toString();
  }

  /** The fields lie where {@code mpif.h} has them in its array. */
  private String status() {
    boolean first = mpifh.matches("(?s).*MPI_SOURCE\\s*=\\s*1\\b.*");
    String fields = "  integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR\n";
    String rest = "  integer, private :: internal(MPI_STATUS_SIZE - 3)\n";
    return "type, bind(C) :: MPI_Status\n" + (first ? fields + rest : rest + fields) + "end type\n";
  }

  /** The constants that are handles, and their types. */
  private Map<String, String> constants() {
    Map<String, String> handles = new LinkedHashMap<>();
    put(handles, "MPI_Comm", "MPI_COMM_WORLD MPI_COMM_SELF MPI_COMM_NULL");
    put(handles, "MPI_Group", "MPI_GROUP_NULL MPI_GROUP_EMPTY");
    put(handles, "MPI_Win", "MPI_WIN_NULL");
    put(handles, "MPI_Request", "MPI_REQUEST_NULL");
    put(handles, "MPI_Info", "MPI_INFO_NULL MPI_INFO_ENV");
    put(handles, "MPI_File", "MPI_FILE_NULL");
    put(handles, "MPI_Message", "MPI_MESSAGE_NULL MPI_MESSAGE_NO_PROC");
    put(handles, "MPI_Errhandler", "MPI_ERRHANDLER_NULL MPI_ERRORS_ARE_FATAL MPI_ERRORS_RETURN");
    put(handles, "MPI_Op", "MPI_OP_NULL MPI_REPLACE MPI_NO_OP");
    for (Operator operator : Operator.values()) {
      put(handles, "MPI_Op", "MPI_" + operator);
    }
    put(handles, "MPI_Datatype", "MPI_DATATYPE_NULL");
    for (ApiTable.BasicType type : MpiModel.TABLE.datatypes()) {
      put(handles, "MPI_Datatype", type.name());
    }
    return handles;
  }

  private void put(Map<String, String> handles, String type, String names) {
    for (String name : names.split(" ")) {
      if (declares(name)) {
        handles.put(name, type);
      }
    }
  }
}
