package fencepost.program.pointsto;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the calls of the programming models do with their arguments, from the tables of calls. */
final class ModelCalls {
  private static final Pattern BUFFER = Pattern.compile("(const )?void ?\\* ?");

  /**
   * Calls without a place in the tables that keep addresses and hand them out: attributes,
   * callbacks, buffers, memory of others, absolute addresses.
   */
  private static final Pattern KEEP =
      Pattern.compile(
          "MPI_.*(_attr|_keyval|_errhandler|_datarep)|MPI_(Attr|Keyval|Grequest|Buffer|T)_.*"
              + "|MPI_Op_create|MPI_Win_shared_query|MPI_(Get_a|A)ddress|MPI_Type_get_contents");

  /** Calls that take addresses out of arrays: those of buffers, in datatypes. */
  private static final Pattern COLLECT =
      Pattern.compile("MPI_Type_(create_)?(h?indexed.*|hvector|struct)");

  private static final Pattern MODEL = Pattern.compile("MPI_.*");

  /** What becomes of an argument. */
  enum Role {
    /** No address, or that of something which is used only during the call. */
    PLAIN,
    /** What is there is read while the program goes on. */
    READ,
    /** What is there is read and written while the program goes on. */
    WRITTEN,
    /** What is there is read during the call. */
    SENT,
    /** What is there is written during the call. */
    RECEIVED,
    /** The address of new memory that others can access is stored there. */
    WINDOW
  }

  private final Map<String, List<Role>> roles = new HashMap<>();

  ModelCalls() {
    // Of the other models, buffers have types of their own: their calls count as unknown code.
    for (ApiTable.Call call : Model.MPI.table().calls()) {
      List<Role> ofCall = new ArrayList<>();
      call.parameters().forEach(parameter -> ofCall.add(role(call, parameter)));
      roles.put(call.name(), ofCall);
    }
  }

  private static Role role(ApiTable.Call call, ApiTable.Parameter parameter) {
    if (!BUFFER.matcher(parameter.type()).matches()) {
      return Role.PLAIN;
    } else if (parameter.name().equals("baseptr")) {
      return Role.WINDOW;
    }
    boolean constant = parameter.type().startsWith("const");
    Pattern name = Pattern.compile("\\b" + parameter.name() + "\\b");
    boolean watched = call.statements().stream().anyMatch(s -> name.matcher(s.code()).find());
    if (watched) {
      return constant ? Role.READ : Role.WRITTEN;
    }
    return constant ? Role.SENT : Role.RECEIVED;
  }

  /** The roles of the arguments of a recorded call; null if it is none. */
  @Nullable List<Role> roles(String function) {
    return roles.get(function);
  }

  /** Whether a function that is not in the tables keeps or hands out addresses. */
  static boolean keeps(String function) {
    return KEEP.matcher(function).matches();
  }

  /** Whether a function that is not in the tables takes addresses out of its arguments. */
  static boolean collects(String function) {
    return COLLECT.matcher(function).matches();
  }

  /** Whether a function is of a programming model. */
  static boolean isOfModel(String function) {
    return MODEL.matcher(function).matches();
  }
}
