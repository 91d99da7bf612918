package fencepost.program.pointsto;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of the programming models do with their arguments, from the tables of calls. In
 * Fortran the same calls have the same arguments, all of them by reference, and a last one for the
 * error.
 */
final class ModelCalls {
  private static final Pattern BUFFER = Pattern.compile("(const )?void ?\\* ?");

  /**
   * Calls without a place in the tables that keep addresses and hand them out: attributes,
   * callbacks, buffers, memory of others, absolute addresses.
   */
  private static final Pattern KEEP =
      Pattern.compile(
          "mpi_.*(_attr|_keyval|_errhandler|_datarep)|mpi_(attr|keyval|grequest|buffer|t)_.*"
              + "|mpi_op_create|mpi_win_shared_query|mpi_(get_a|a)ddress|mpi_type_get_contents");

  /** Calls that take addresses out of arrays: those of buffers, in datatypes. */
  private static final Pattern COLLECT =
      Pattern.compile("mpi_type_(create_)?(h?indexed.*|hvector|struct)");

  private static final Pattern FORTRAN = Pattern.compile("mpi_\\w+_");

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
      roles.put(key(call.name()), ofCall);
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

  /** The name of a function of MPI without what depends on the language. */
  private static String key(String function) {
    String name = function.toLowerCase(Locale.ROOT);
    return FORTRAN.matcher(function).matches() ? name.substring(0, name.length() - 1) : name;
  }

  /** The roles of the arguments of a recorded call; null if it is none. */
  @Nullable List<Role> roles(String function) {
    return isOfModel(function) ? roles.get(key(function)) : null;
  }

  /** Whether a function stores the address of new memory at its last argument in C. */
  static boolean allocates(String function) {
    return isOfModel(function) && key(function).equals("mpi_alloc_mem");
  }

  /** Whether a function that is not in the tables keeps or hands out addresses. */
  static boolean keeps(String function) {
    return isOfModel(function) && KEEP.matcher(key(function)).matches();
  }

  /** Whether a function that is not in the tables takes addresses out of its arguments. */
  static boolean collects(String function) {
    return isOfModel(function) && COLLECT.matcher(key(function)).matches();
  }

  /** Whether a function is of a programming model. */
  static boolean isOfModel(String function) {
    return function.startsWith("MPI_") || FORTRAN.matcher(function).matches();
  }
}
