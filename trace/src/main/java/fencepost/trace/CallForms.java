package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Recorded;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The calls of MPI that differ from another call in a regular way, so that the table need not
 * repeat them: large counts, nonblocking, persistent.
 */
final class CallForms {
  private static final String MPI_4 = "MPI_VERSION >= 4";
  private static final String FILE = "MPI_File_";
  private static final Set<String> BYTES = Set.of("size", "insize", "outsize", "position");

  private CallForms() {}

  static List<Call> of(Call call) {
    List<Call> forms = new ArrayList<>();
    if (call.forms().contains("nonblocking")) {
      forms.add(started(call));
    }
    if (call.forms().contains("persistent")) {
      forms.add(prepared(call));
    }
    if (call.forms().contains("large")) {
      List<Call> all = new ArrayList<>(forms);
      all.add(call);
      all.forEach(form -> forms.add(large(form)));
    }
    return forms;
  }

  /** Counts of more than an int (MPI 4.1, 2.5.6): {@code MPI_Put_c}. */
  private static Call large(Call call) {
    List<Parameter> parameters = call.parameters().stream().map(CallForms::large).toList();
    String condition = call.condition().isEmpty() ? MPI_4 : call.condition();
    return new Form(call, call.name() + "_c", condition, call.recorded(), call.forms())
        .with(parameters, call.statements());
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

  /** Begun here and completed by its request (MPI 4.1, 3.7 and 6.12): {@code MPI_Ibcast}. */
  private static Call started(Call call) {
    return new Form(call, startedName(call.name()), call.condition(), Recorded.AFTER, Set.of())
        .with(withRequest(call), untilRequest(call));
  }

  private static String startedName(String name) {
    if (name.startsWith(FILE)) {
      return FILE + "i" + name.substring(FILE.length());
    }
    String rest = name.substring("MPI_".length());
    return "MPI_I" + rest.substring(0, 1).toLowerCase(Locale.ROOT) + rest.substring(1);
  }

  /**
   * Prepared here and started later: {@code MPI_Send_init} (MPI 4.1, 3.9), {@code MPI_Bcast_init}
   * (6.13), which takes an info besides.
   */
  private static Call prepared(Call call) {
    List<Parameter> parameters = withRequest(call);
    boolean message = call.has("tag");
    if (!message) {
      parameters.add(parameters.size() - 1, new Parameter("MPI_Info", "info", Mark.VALUE, "", ""));
    }
    String condition = message ? call.condition() : MPI_4;
    return new Form(call, call.name() + "_init", condition, Recorded.AFTER, Set.of("prepared"))
        .with(parameters, untilRequest(call));
  }

  /** The end, and the status with it, is told by the call that completes the request. */
  private static List<Parameter> withRequest(Call call) {
    List<Parameter> parameters = new ArrayList<>(call.parameters());
    parameters.removeIf(p -> p.name().equals("status"));
    parameters.add(new Parameter("MPI_Request *", "request", Mark.OUT, "", ""));
    return parameters;
  }

  private static List<Statement> untilRequest(Call call) {
    return call.statements().stream()
        .filter(s -> s.when() != When.AFTER || !s.code().contains("status"))
        .map(
            s ->
                s.when() == When.READS || s.when() == When.WRITES
                    ? new Statement(s.when(), "", s.code() + " until request")
                    : s)
        .toList();
  }

  /** A form of a call, but for its arguments. */
  private record Form(
      Call call, String name, String condition, Recorded recorded, Set<String> words) {

    Call with(List<Parameter> parameters, List<Statement> statements) {
      return new Call(
          0,
          0,
          name,
          "",
          condition,
          recorded,
          call.result(),
          call.success(),
          parameters,
          new ArrayList<>(statements),
          words);
    }
  }
}
