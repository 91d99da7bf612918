package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the Fortran wrappers of a table. Each turns the arguments into C variables of the table's
 * names and types, records what the C wrapper would record, and passes the program's own arguments
 * on to the Fortran binding. Three bindings lead here:
 *
 * <ul>
 *   <li>{@code mpif.h} and {@code use mpi} call {@code mpi_put_}, which is also {@code pmpi_put_}.
 *   <li>{@code use mpi_f08} calls {@code mpi_win_fence_f08_}, which is recorded; it may call one of
 *       the others or the C function, which then are not.
 *   <li>For calls with a buffer, {@code use mpi_f08} may pass array descriptors. It only notes
 *       where the program is, and what it calls is recorded: with Open MPI {@code mpi_put_f08_}
 *       calls {@code ompi_put_f}, with MPICH {@code mpi_put_f08ts_} calls {@code MPI_Put}.
 * </ul>
 */
public final class FortranGenerator {
  private static final String RETURN_ADDRESS = "__builtin_return_address(0)";
  private static final String FRAME = "__builtin_frame_address(0)";

  private static final Set<String> HANDLES =
      Set.of(
          "MPI_Comm",
          "MPI_Datatype",
          "MPI_Errhandler",
          "MPI_File",
          "MPI_Group",
          "MPI_Info",
          "MPI_Message",
          "MPI_Op",
          "MPI_Request",
          "MPI_Session",
          "MPI_Win");
  private static final Set<String> COMMAND_LINE = Set.of("argc", "argv");
  private static final Set<String> POSITIONS = Set.of("index", "array_of_indices");

  private final ApiTable table;
  private final SourceText out = new SourceText();
  private final WrapperBody body = new WrapperBody(out);

  private FortranGenerator(ApiTable table) {
    this.table = table;
  }

  /** The C source of the Fortran wrappers for a table. */
  public static String generate(ApiTable table, String header) {
    return new FortranGenerator(table).source(header);
  }

  private String source(String header) {
    out.line("/* Generated from the API table. */");
    out.line("#include \"%s\"", header);
    out.line("#include <stdlib.h>");
    // In Fortran, the calls for large counts are other specific procedures of the same name.
    table.calls().stream().filter(call -> !call.name().endsWith("_c")).forEach(this::wrappers);
    return out.toString();
  }

  private void wrappers(Call call) {
    out.line("");
    if (!call.condition().isEmpty()) {
      out.line("#if %s", call.condition());
    }
    String name = call.name().toLowerCase(Locale.ROOT);
    recorder(call);
    recorded(call, name + "_", "p" + name + "_", "1");
    aliases(call, name).forEach(alias -> alias(call, alias, name + "_"));
    out.line("#ifdef OPEN_MPI");
    alias(call, name.replaceFirst("mpi_", "ompi_") + "_f", name + "_");
    f08(call, name, "_f08_", "p" + name);
    out.line("#else");
    f08(call, name, hasBuffer(call) ? "_f08ts_" : "_f08_", name.replaceFirst("mpi_", "pmpir_"));
    out.line("#endif");
    if (!call.condition().isEmpty()) {
      out.line("#endif");
    }
  }

  private void f08(Call call, String name, String suffix, String profiling) {
    if (hasBuffer(call)) {
      noted(call, name + suffix, profiling + suffix);
    } else {
      recorded(call, name + suffix, profiling + suffix, "FP_F08_FIRST");
    }
  }

  // ---- entry points ----

  /** One that is recorded; {@code first} is how it counts the first element of an array. */
  private void recorded(Call call, String name, String real, String first) {
    out.line("void %s(%s) __attribute__((weak));", real, types(call));
    out.line("void %s(%s) {", name, declarations(call));
    out.line(
        "  fp_%s(fp_caller(%s, %s), %s, %s, %s);",
        call.name(), RETURN_ADDRESS, FRAME, real, first, arguments(call));
    out.line("}");
  }

  /** One behind which another one is recorded, for a call that the program makes here. */
  private void noted(Call call, String name, String real) {
    out.line("void %s(%s) __attribute__((weak));", real, types(call));
    out.line("void %s(%s) {", name, declarations(call));
    out.line("  void *fp_outer = fp_passed_on;");
    out.line("  if (fp_outer == NULL)");
    out.line("    fp_passed_on = fp_path(%1$s, %1$s, %2$s);", RETURN_ADDRESS, FRAME);
    out.line("  %s(%s);", real, arguments(call));
    out.line("  fp_passed_on = fp_outer;");
    out.line("}");
  }

  private void alias(Call call, String alias, String name) {
    out.line("void %s(%s) __attribute__((alias(\"%s\")));", alias, types(call), name);
  }

  /**
   * The other ways in which compilers write the name; and where there is one, the c_ptr variant.
   */
  private static List<String> aliases(Call call, String name) {
    List<String> aliases =
        new ArrayList<>(List.of(name, name + "__", name.toUpperCase(Locale.ROOT)));
    if (call.parameters().stream().anyMatch(FortranGenerator::isBasePointer)) {
      String cptr = name + "_cptr";
      aliases.addAll(List.of(cptr, cptr + "_", cptr + "__", cptr.toUpperCase(Locale.ROOT)));
    }
    return aliases;
  }

  // ---- the recording of one call ----

  private void recorder(Call call) {
    String start = call.recorded() == ApiTable.Recorded.STARTS ? "" : " || !fp_recording";
    out.line(
        "static void fp_%s(void *fp_pc, void (*fp_real)(%s), int fp_first, %s) {",
        call.name(), types(call), declarations(call));
    out.line("  if (fp_pc == NULL%s) {", start);
    out.line("    fp_real(%s);", arguments(call));
    out.line("    return;");
    out.line("  }");
    out.line("  MPI_Fint fp_ierror;");
    out.line("  if (f_ierror == NULL) f_ierror = &fp_ierror;");
    // The length of an array can depend on any value.
    call.parameters().stream().filter(p -> isValue(p)).forEach(this::value);
    call.parameters().stream().filter(p -> !isValue(p)).forEach(p -> before(call, p));
    body.write(call, () -> passOn(call));
    call.parameters().forEach(this::cleanUp);
    out.line("}");
  }

  private void passOn(Call call) {
    out.line("  void *fp_outer = fp_passed_on;");
    out.line("  fp_passed_on = FP_RECORDED;");
    out.line("  fp_real(%s);", arguments(call));
    out.line("  fp_passed_on = fp_outer;");
    out.line("  int fp_code = *(MPI_Fint *)f_ierror;");
    call.parameters().stream().filter(p -> !isValue(p)).forEach(p -> after(call, p));
  }

  private void value(Parameter p) {
    String fortran = isHandle(p) ? "MPI_Fint" : p.type();
    String given = "*(" + fortran + " *)f_" + p.name();
    out.line("  %s %s = %s;", p.type(), p.name(), isHandle(p) ? f2c(p, given) : given);
  }

  private void before(Call call, Parameter p) {
    String n = p.name();
    if (isCommandLine(call, p)) {
      out.line("  %s%s = NULL;", p.type(), n);
    } else if (p.mark() == Mark.STATUS) {
      String count = p.capacity().isEmpty() ? "1" : p.capacity();
      out.line("  void *fp_ignored_%s;", n);
      out.line("  f_%s = fp_fortran_statuses(f_%s, %s, &fp_ignored_%s);", n, n, count, n);
      out.line("  MPI_Status *fp_c_%s = fp_handles(%s, sizeof(MPI_Status));", n, count);
      out.line("  MPI_Status *%s = fp_c_%s;", n, n);
    } else if (isHandle(p)) {
      out.line("  %s *fp_c_%s = fp_handles(%s, sizeof *fp_c_%s);", base(p), n, count(p), n);
      out.line("  %s%s = fp_c_%s;", p.type(), n, n);
      if (p.mark() != Mark.OUT && p.mark() != Mark.MEMBERS) {
        handles(p);
      }
    } else if (isPosition(p)) {
      out.line("  int *%s = NULL;", n);
    } else {
      String given = isBuffer(p) ? "fp_fortran_buffer(f_" + n + ")" : "f_" + n;
      out.line("  %s%s = %s;", p.type(), n, given);
    }
  }

  private void after(Call call, Parameter p) {
    String n = p.name();
    if (p.mark() == Mark.STATUS) {
      String count = p.capacity().isEmpty() ? "1" : p.capacity();
      out.line("  fp_statuses_f2c(%s, f_%s, fp_c_%s);", count, n, n);
    } else if (isPosition(p)) {
      String count = "fp_code == MPI_SUCCESS ? " + count(p) + " : 0";
      out.line("  %s = fp_zero_based(%s, f_%s, fp_first);", n, count, n);
    } else if (isHandle(p) && !isCommandLine(call, p) && !p.type().startsWith("const ")) {
      handles(p);
    }
  }

  private void cleanUp(Parameter p) {
    if (p.mark() == Mark.STATUS) {
      out.line("  free(fp_ignored_%s);", p.name());
      out.line("  free(fp_c_%s);", p.name());
    } else if (isPosition(p)) {
      out.line("  free(%s);", p.name());
    } else if (isHandle(p) && !isValue(p)) {
      out.line("  free(fp_c_%s);", p.name());
    }
  }

  private void handles(Parameter p) {
    String element = f2c(p, "((MPI_Fint *)f_" + p.name() + ")[i]");
    out.line("  for (int i = 0; i < %s; i++) fp_c_%s[i] = %s;", count(p), p.name(), element);
  }

  private static String f2c(Parameter p, String value) {
    String type = base(p).equals("MPI_Datatype") ? "MPI_Type" : base(p);
    return "P" + type + "_f2c(" + value + ")";
  }

  // ---- kinds of parameters ----

  private static String base(Parameter p) {
    return p.type().replace("const ", "").replace("*", "").strip();
  }

  private static String count(Parameter p) {
    return p.length().isEmpty() ? "1" : p.length();
  }

  private static boolean isValue(Parameter p) {
    return !p.type().endsWith("*");
  }

  private static boolean isHandle(Parameter p) {
    return HANDLES.contains(base(p));
  }

  private static boolean isBasePointer(Parameter p) {
    return base(p).equals("void") && p.mark() == Mark.OUT;
  }

  private static boolean isBuffer(Parameter p) {
    return base(p).equals("void") && p.mark() != Mark.OUT;
  }

  private static boolean hasBuffer(Call call) {
    return call.parameters().stream().anyMatch(FortranGenerator::isBuffer);
  }

  /** Where in an array something happened, which Fortran counts from 1 on. */
  private static boolean isPosition(Parameter p) {
    return p.mark() == Mark.OUT && POSITIONS.contains(p.name());
  }

  /** Fortran programs do not hand their command line over. */
  private static boolean isCommandLine(Call call, Parameter p) {
    return call.recorded() == ApiTable.Recorded.STARTS && COMMAND_LINE.contains(p.name());
  }

  // ---- signatures: everything by reference; the lengths of strings come last ----

  private static String declarations(Call call) {
    return Stream.concat(
            references(call).map(n -> "void *" + n), lengths(call).map(n -> "size_t " + n))
        .collect(Collectors.joining(", "));
  }

  private static String types(Call call) {
    return Stream.concat(references(call).map(n -> "void *"), lengths(call).map(n -> "size_t"))
        .collect(Collectors.joining(", "));
  }

  private static String arguments(Call call) {
    return Stream.concat(references(call), lengths(call)).collect(Collectors.joining(", "));
  }

  private static Stream<String> references(Call call) {
    return Stream.concat(
        call.parameters().stream().filter(p -> !isCommandLine(call, p)).map(p -> "f_" + p.name()),
        Stream.of("f_ierror"));
  }

  private static Stream<String> lengths(Call call) {
    return call.parameters().stream()
        .filter(p -> base(p).equals("char") && !isCommandLine(call, p))
        .map(p -> "f_length_of_" + p.name());
  }
}
