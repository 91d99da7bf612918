package fencepost.check.mpi;

import fencepost.check.mpi.Prototypes.Parameter;
import fencepost.check.mpi.Prototypes.Prototype;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
  private final FortranHandles handles;

  /**
   * @param mpifh the library's {@code mpif.h} with everything that it includes
   */
  public FortranModules(Prototypes prototypes, String mpifh) {
    this.prototypes = prototypes;
    this.handles = new FortranHandles(mpifh);
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

  static String continued(String line) {
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
    StringBuilder text = new StringBuilder("module mpi_f08\n");
    text.append(handles.uses("mpi")).append("implicit none\n").append(handles.declarations());
    List<String> types = FortranHandles.TYPES;
    operator(text, types, "==", "equal");
    operator(text, types, "/=", "differ");
    text.append("contains\n");
    for (String type : types) {
      comparison(text, type, "equal", "==");
      comparison(text, type, "differ", "/=");
    }
    return text.append("end module\n").toString();
  }

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
      if (handles.declares(name)) {
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
