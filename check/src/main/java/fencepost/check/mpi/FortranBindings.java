package fencepost.check.mpi;

import fencepost.check.mpi.Prototypes.Parameter;
import fencepost.check.mpi.Prototypes.Prototype;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The modules {@code mpi} and {@code mpi_f08} for a compiler that cannot read those of the MPI
 * library, because another one has made them. Programs run with them: the procedures of both are
 * the library's own {@code mpi_put_} and so on, whose arguments are addresses.
 *
 * <p>What the interfaces accept must mean the same with the modules of the library. So the kind of
 * every argument has to be the right one, and names that would mean something else are taken: what
 * uses them does not compile, and is left to the other compiler.
 */
public final class FortranBindings {
  /** What is not there for Fortran, or has no argument for the error. */
  private static final String NOT_IN_FORTRAN =
      "MPI_T_.*|.*_c|.*_(f2c|c2f|f082c|c2f08|f2f08|f082f)|MPI_Pcontrol";

  private static final Map<String, String> KINDS =
      Map.of(
          "MPI_Aint", "MPI_ADDRESS_KIND",
          "MPI_Offset", "MPI_OFFSET_KIND",
          "MPI_Count", "MPI_COUNT_KIND");

  /** They are in the library's modules only, or do something else there than elsewhere. */
  private static final Set<String> TAKEN = Set.of("MPI_Status_f2f08", "MPI_Status_f082f");

  private static final String OTHER_IN_F08 = "MPI_Buffer_detach";
  private static final String SIZEOF = "MPI_Sizeof";

  /** All kinds of arguments. */
  private static final String SAMPLE =
      """
      int MPI_Init(int *argc, char ***argv);
      int MPI_Get(void *origin, int count, MPI_Datatype type, MPI_Aint disp, MPI_Win win);
      int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
      int MPI_Win_allocate(MPI_Aint size, void *baseptr, MPI_Win *win);
      int MPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op);
      int MPI_Comm_spawn(const char *command, char *arguments[]);
      MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp);
      """;

  private final Prototypes prototypes;
  private final FortranHandles handles;

  /**
   * @param mpifh the library's {@code mpif.h} with everything that it includes
   */
  public FortranBindings(Prototypes prototypes, String mpifh) {
    this.prototypes = prototypes;
    this.handles = new FortranHandles(mpifh);
  }

  /** What becomes of a few calls, by which it can be told whether other modules are made now. */
  public static String sample() {
    return new FortranBindings(new Prototypes(SAMPLE), "MPI_STATUS_SIZE MPI_INTEGER").source();
  }

  /** The source of the modules. */
  public String source() {
    return "module fencepost_mpi_constants\ninclude 'mpif.h'\nend module\n" + mpi() + f08();
  }

  private String mpi() {
    StringBuilder text = new StringBuilder("module mpi\nuse fencepost_mpi_constants\n");
    text.append("implicit none\n").append(taken(List.of()));
    return text.append(interfaces(false)).append("end module\n").toString();
  }

  private String f08() {
    StringBuilder text = new StringBuilder("module mpi_f08\n");
    text.append(handles.uses("fencepost_mpi_constants")).append("implicit none\n");
    text.append(handles.declarations()).append(taken(List.of(OTHER_IN_F08)));
    operator(text, "==", "equal");
    operator(text, "/=", "differ");
    return text.append(interfaces(true)).append("end module\n").toString();
  }

  private String taken(List<String> others) {
    List<String> names = new ArrayList<>(TAKEN);
    names.addAll(others);
    if (!handles.declares("MPI_SIZEOF")) {
      names.add(SIZEOF);
    }
    return names.stream()
        .sorted()
        .map(name -> "integer, parameter :: " + name + " = 0\n")
        .collect(Collectors.joining());
  }

  /** The functions are in the runtime library. */
  private static void operator(StringBuilder text, String operator, String name) {
    text.append("interface operator(" + operator + ")\n");
    for (String type : FortranHandles.TYPES) {
      text.append("elemental logical function fp_" + name + "_" + type + "(a, b)\n")
          .append("import\ntype(" + type + "), intent(in) :: a, b\nend function\n");
    }
    text.append("end interface\n");
  }

  // ---- procedures ----

  private String interfaces(boolean f08) {
    StringBuilder text = new StringBuilder("interface\n");
    for (Prototype call : prototypes.all()) {
      for (String prefix : List.of("", "P")) {
        if (call.isFunction()) {
          text.append(function(call, prefix));
        } else if (isInFortran(call) && !(f08 && call.name().equals(OTHER_IN_F08))) {
          text.append(subroutine(call, prefix, f08));
        }
      }
    }
    return text.append("end interface\n").toString();
  }

  private static boolean isInFortran(Prototype call) {
    return !call.name().matches(NOT_IN_FORTRAN)
        && call.parameters().stream().allMatch(FortranBindings::isKnown);
  }

  private static boolean isKnown(Parameter p) {
    String base = base(p);
    return FortranHandles.TYPES.contains(base)
        || KINDS.containsKey(base)
        || p.isFunction()
        || Set.of("int", "char", "void", "MPI_Status").contains(base);
  }

  /** Those that return addresses; {@code mpif.h} has the others, and may have these. */
  private String function(Prototype call, String prefix) {
    String name = prefix + call.name();
    if (!call.result().equals("MPI_Aint") || handles.declares(name.toUpperCase(Locale.ROOT))) {
      return "";
    }
    StringBuilder text = new StringBuilder("integer(MPI_ADDRESS_KIND) function " + name + "(");
    text.append(
        call.parameters().stream().map(Parameter::name).collect(Collectors.joining(", ", "", ")")));
    text.append("\nimport\n");
    call.parameters().forEach(p -> text.append(declaration(p, false)));
    return text.append("end function\n").toString();
  }

  private static String subroutine(Prototype call, String prefix, boolean f08) {
    List<Parameter> parameters =
        call.parameters().stream().filter(p -> !p.isCommandLine()).toList();
    StringBuilder text = new StringBuilder("subroutine " + prefix + call.name() + "( &\n");
    parameters.forEach(p -> text.append("  " + p.name() + ", &\n"));
    text.append("  ierror)\nimport\n");
    parameters.forEach(p -> text.append(declaration(p, f08)));
    text.append(f08 ? "integer, optional" : "integer").append(" :: ierror\nend subroutine\n");
    return text.toString();
  }

  /**
   * Of what is an address in C, it is not known whether it is one or an array: the rank is not
   * looked at. What is a number there may be logical here: then nor is the type.
   */
  private static String declaration(Parameter p, boolean f08) {
    String base = base(p);
    if (p.isFunction()) {
      return "external " + p.name() + "\n";
    } else if (p.isText()) {
      return "character(*) " + p.name() + "\n";
    } else if (base.equals("char")) {
      return declaration("r", "character(*)", p);
    } else if (base.equals("MPI_Status") || p.name().equals("baseptr")) {
      return declaration("tkrdm", "integer", p);
    } else if (base.equals("void")) {
      // Then a section that had to be copied is refused, if it is asynchronous in the program, too.
      return declaration("tkrdm", "integer, asynchronous", p);
    } else if (KINDS.containsKey(base)) {
      return declaration("r", "integer(" + KINDS.get(base) + ")", p);
    } else if (f08 && FortranHandles.TYPES.contains(base)) {
      return declaration("r", "type(" + base + ")", p);
    }
    return declaration("tr", "integer", p);
  }

  private static String declaration(String ignored, String type, Parameter p) {
    String name = p.name() + (p.isValue() ? "" : "(*)");
    String checked = p.isValue() ? ignored.replace("r", "") : ignored;
    String directive = checked.isEmpty() ? "" : "!dir$ ignore_tkr(" + checked + ") " + p.name();
    return directive + "\n" + type + " :: " + name + "\n";
  }

  private static String base(Parameter p) {
    return p.type().replace("const ", "").replace("*", "").strip();
  }
}
