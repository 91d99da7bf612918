package fencepost.check.mpi;

import fencepost.check.mpi.Prototypes.Parameter;
import fencepost.check.mpi.Prototypes.Prototype;
import fencepost.trace.ApiTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Fortran programs are compiled with instead of the modules of an MPI library, which only the
 * compiler that made them can read: {@code mpif.h} with an interface for every call, and the
 * modules {@code mpi} and {@code mpi_f08} made of it.
 *
 * <p>All three lead to {@code mpi_put_}, whose arguments are addresses: a handle of {@code mpi_f08}
 * is a structure of one integer. Types and ranks of arguments are not looked at, as with {@code
 * mpif.h}; the interfaces are there for keywords, optional arguments and the ASYNCHRONOUS
 * attribute, which must not go to a procedure without one (Fortran 2018, 15.4.2.2).
 */
public final class FortranModules {
  static final String PROTOTYPES = "fencepost_mpi_prototypes";

  /** Special by their address, not by their value (MPI 4.1, 2.5.4). */
  static final List<String> SPECIAL_ADDRESSES =
      List.of(
          "MPI_BOTTOM",
          "MPI_IN_PLACE",
          "MPI_STATUS_IGNORE",
          "MPI_STATUSES_IGNORE",
          "MPI_UNWEIGHTED");

  private final Prototypes prototypes;
  private final String mpifh;
  private final Set<String> words;

  /**
   * @param mpifh the library's {@code mpif.h} with everything that it includes
   */
  public FortranModules(Prototypes prototypes, String mpifh) {
    this.prototypes = prototypes;
    this.mpifh = mpifh.toUpperCase(Locale.ROOT);
    this.words = Set.of(Stream.of(this.mpifh.split("\\W+")).distinct().toArray(String[]::new));
  }

  private boolean has(String constant) {
    return words.contains(constant);
  }

  // ---- mpif.h: in columns that suit both source forms ----

  /** The interfaces, to stand behind the library's own declarations. */
  public String interfaces() {
    StringBuilder text = new StringBuilder("      interface\n");
    prototypes.all().stream()
        .filter(p -> !p.isFunction() && !p.name().startsWith("MPI_T_"))
        .forEach(p -> text.append(subroutine(p)));
    return text.append("      end interface\n").toString();
  }

  private static String subroutine(Prototype call) {
    List<Parameter> parameters =
        call.parameters().stream().filter(p -> !p.isCommandLine()).toList();
    StringBuilder text = new StringBuilder(continued("      subroutine " + call.name() + "("));
    parameters.forEach(p -> text.append(continued("     &  " + p.name() + ",")));
    text.append("     &  ierror)\n");
    parameters.forEach(p -> text.append(declaration(p)));
    return text.append("      integer, optional :: ierror\n      end subroutine\n").toString();
  }

  private static String continued(String line) {
    return String.format("%-72s&%n", line);
  }

  private static String declaration(Parameter p) {
    if (p.isText()) {
      return "      character(*) " + p.name() + "\n";
    } else if (p.isFunction()) {
      return "      external " + p.name() + "\n";
    }
    return "!dir$ ignore_tkr " + p.name() + "\n      integer " + p.name() + "(*)\n";
  }

  // ---- modules ----

  /** The source of both modules, and of the function that tells the constants. */
  public String source() {
    return "module mpi\ninclude 'mpif.h'\nend module\n" + f08() + constants();
  }

  private String f08() {
    Map<String, String> handles = handles();
    StringBuilder text = new StringBuilder("module mpi_f08\nuse, intrinsic :: iso_c_binding\n");
    text.append("use mpi");
    handles.keySet().forEach(name -> text.append(", &\n  F_" + name + " => " + name));
    text.append("\nimplicit none\n");
    List<String> types = handles.values().stream().distinct().toList();
    types.forEach(t -> text.append("type " + t + "\n  integer :: MPI_VAL\nend type\n"));
    text.append(status());
    handles.forEach(
        (name, type) ->
            text.append("type(" + type + "), parameter :: " + name)
                .append(" = " + type + "(F_" + name + ")\n"));
    text.append(USER_FUNCTION);
    operator(text, types, "==", "equal");
    operator(text, types, "/=", "differ");
    text.append("contains\n");
    for (String type : types) {
      comparison(text, type, "equal", "==");
      comparison(text, type, "differ", "/=");
    }
    return text.append("end module\n").toString();
  }

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

  private static void operator(
      StringBuilder text, List<String> types, String operator, String name) {
    text.append("interface operator(" + operator + ")\n");
    types.forEach(type -> text.append("  module procedure " + name + "_" + type + "\n"));
    text.append("end interface\n");
  }

  private static void comparison(StringBuilder text, String type, String name, String operator) {
    text.append("elemental logical function " + name + "_" + type + "(a, b)\n")
        .append("  type(" + type + "), intent(in) :: a, b\n")
        .append("  " + name + "_" + type + " = a%MPI_VAL " + operator + " b%MPI_VAL\n")
        .append("end function\n");
  }

  /** The fields lie where {@code mpif.h} has them in its array. */
  private String status() {
    boolean first = mpifh.matches("(?s).*MPI_SOURCE\\s*=\\s*1\\b.*");
    String fields = "  integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR\n";
    String rest = "  integer, private :: internal(MPI_STATUS_SIZE - 3)\n";
    return "type MPI_Status\n  sequence\n" + (first ? fields + rest : rest + fields) + "end type\n";
  }

  /** The constants that are handles, and their types. */
  private Map<String, String> handles() {
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
    for (ApiTable.BasicType type : MpiLibrary.TABLE.datatypes()) {
      put(handles, "MPI_Datatype", type.name());
    }
    return handles;
  }

  private void put(Map<String, String> handles, String type, String names) {
    for (String name : names.split(" ")) {
      if (has(name)) {
        handles.put(name, type);
      }
    }
  }

  // ---- constants ----

  /** What {@link MpiHeader} asks for. */
  private String constants() {
    StringBuilder text = new StringBuilder();
    text.append("function " + MpiHeader.FORTRAN_FUNCTION + "(i) bind(C) result(v)\n")
        .append("use, intrinsic :: iso_c_binding\nuse mpi\nimplicit none\n")
        .append("integer(c_int), value :: i\ninteger(c_int64_t) :: v\nselect case (i)\n");
    List<String> names = MpiHeader.FORTRAN_CONSTANTS;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (has(name)) {
        String value = SPECIAL_ADDRESSES.contains(name) ? "loc(" + name + ")" : name;
        text.append("case (" + i + "); v = " + value + "\n");
      }
    }
    return text.append("case default; v = " + MpiHeader.ABSENT + "_c_int64_t\n")
        .append("end select\nend function\n")
        .toString();
  }

  /** The prototypes as a variable, in LLVM's assembly language. */
  public String prototypesVariable() {
    List<String> bytes = new ArrayList<>();
    for (char c : prototypes.text().toCharArray()) {
      bytes.add(
          c >= ' ' && c <= '~' && c != '"' && c != '\\' ? "" + c : "\\%02X".formatted((int) c));
    }
    return bytes.stream()
        .collect(
            Collectors.joining(
                "", "@" + PROTOTYPES + " = constant [" + bytes.size() + " x i8] c\"", "\"\n"));
  }
}
