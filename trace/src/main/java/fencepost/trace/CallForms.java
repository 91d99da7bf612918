package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The calls of MPI 4 that differ from another call in a regular way, so that the table need not
 * repeat them. Their records have the same slots.
 */
final class CallForms {
  private static final String MPI_4 = "MPI_VERSION >= 4";
  private static final Set<String> BYTES = Set.of("size", "insize", "outsize", "position");

  private CallForms() {}

  static List<Call> of(Call call) {
    List<Call> forms = new ArrayList<>();
    if (call.forms().contains("persistent")) {
      forms.add(persistent(call));
    }
    if (call.forms().contains("large")) {
      forms.add(large(call));
      forms.addAll(forms.stream().limit(forms.size() - 1).map(CallForms::large).toList());
    }
    return forms;
  }

  /** Counts of more than an int (MPI 4.1, 2.5.6): {@code MPI_Put_c}. */
  private static Call large(Call call) {
    List<Parameter> parameters = call.parameters().stream().map(CallForms::large).toList();
    return form(call, call.name() + "_c", parameters, call.statements());
  }

  private static Parameter large(Parameter p) {
    return new Parameter(largeType(p), p.name(), p.mark(), p.length(), p.capacity());
  }

  private static String largeType(Parameter p) {
    String n = p.name();
    if (BYTES.contains(n) && !isWindowSize(p)) {
      return p.type().replaceFirst("int|MPI_Aint", "MPI_Count");
    }
    if (n.contains("count")) {
      return p.type().replaceFirst("\\bint\\b", "MPI_Count");
    }
    return n.contains("disp") ? p.type().replaceFirst("\\bint\\b", "MPI_Aint") : p.type();
  }

  /** The size of a window is an MPI_Aint in both forms. */
  private static boolean isWindowSize(Parameter p) {
    return p.name().equals("size") && p.type().equals("MPI_Aint");
  }

  /** Prepared here and started later (MPI 4.1, 6.13): {@code MPI_Bcast_init}. */
  private static Call persistent(Call call) {
    String name = call.name().substring("MPI_I".length());
    name = "MPI_" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "_init";
    List<Parameter> parameters = new ArrayList<>(call.parameters());
    parameters.add(parameters.size() - 1, new Parameter("MPI_Info", "info", Mark.VALUE, "", ""));
    List<Statement> statements = new ArrayList<>(call.statements());
    statements.add(new Statement(When.AFTER, "", "fp_persistent(*request)"));
    return form(call, name, parameters, statements);
  }

  private static Call form(
      Call call, String name, List<Parameter> parameters, List<Statement> statements) {
    String condition = call.condition().isEmpty() ? MPI_4 : call.condition();
    return new Call(
        0,
        0,
        name,
        "",
        condition,
        call.recorded(),
        call.result(),
        call.success(),
        parameters,
        statements,
        Set.of());
  }
}
