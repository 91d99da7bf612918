package fencepost.program.pointsto;

import fencepost.program.ir.Call;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of the programming models do with their arguments, from the tables of calls. In
 * Fortran the same calls have the same arguments, all of them by reference, and a last one for the
 * error.
 */
public final class ModelCalls {
  private static final Pattern BUFFER = Pattern.compile("(const )?void ?\\* ?");

  /**
   * Of the other models, data have types; a few of theirs are addresses without looking like it.
   */
  private static final Pattern ADDRESS =
      Pattern.compile(".*\\* ?|gaspi_(pointer|reduce_operation|reduce_state)_t ?");

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

  /** Calls without a place in the tables that store addresses of what others access. */
  private static final Pattern HAND_OUT = Pattern.compile("gaspi_\\w+_ptr");

  private static final Pattern OF_MODEL =
      Pattern.compile("(MPI|shmem|gaspi)_\\w+|sh(malloc|memalign|realloc|free)|start_pes");

  /** In Fortran; procedures of {@code mpi_f08} may be given descriptors in place of addresses. */
  private static final Pattern FORTRAN = Pattern.compile("mpi_(?!\\w*_f08)\\w+?(_cptr)?_");

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

  private static final ModelCalls ALL = new ModelCalls();

  private final Map<String, List<Role>> roles = new HashMap<>();
  private final Map<String, List<@Nullable BufferSize>> sizes = new HashMap<>();

  /** Functions that return new memory that others can access. */
  private final Set<String> allocators = new HashSet<>();

  private ModelCalls() {
    for (Model model : Model.values()) {
      for (ApiTable.Call call : model.table().calls()) {
        List<Role> ofCall = new ArrayList<>();
        call.parameters().forEach(parameter -> ofCall.add(role(model, call, parameter)));
        roles.put(key(call.name()), ofCall);
        List<@Nullable BufferSize> sizesOfCall = new ArrayList<>();
        call.parameters().forEach(buffer -> sizesOfCall.add(BufferSize.of(call, buffer)));
        sizes.put(key(call.name()), sizesOfCall);
        if (call.meaning().words().contains("allocate")) {
          allocators.add(call.name());
        }
      }
    }
  }

  private static Role role(Model model, ApiTable.Call call, ApiTable.Parameter parameter) {
    if (model == Model.MPI) {
      return BUFFER.matcher(parameter.type()).matches()
          ? role(call, parameter, isWatched(call, parameter))
          : Role.PLAIN;
    } else if (!ADDRESS.matcher(parameter.type()).matches()) {
      return Role.WRITTEN; // a number that is sent to others may be an address
    } else if (parameter.mark() == ApiTable.Mark.IN) {
      return Role.PLAIN;
    } else if (parameter.mark() != ApiTable.Mark.VALUE) {
      return Role.RECEIVED;
    }
    return role(call, parameter, isSymmetric(call, parameter) || isWatched(call, parameter));
  }

  private static Role role(ApiTable.Call call, ApiTable.Parameter parameter, boolean exposed) {
    if (parameter.name().equals("baseptr")) {
      return Role.WINDOW;
    } else if (call.meaning().words().contains("pointer")) {
      return Role.WRITTEN; // others get hold of what they may only read here
    }
    boolean constant = parameter.type().startsWith("const");
    if (exposed) {
      return constant ? Role.READ : Role.WRITTEN;
    }
    return constant ? Role.SENT : Role.RECEIVED;
  }

  /** Whether an argument is watched once the call has begun. */
  private static boolean isWatched(ApiTable.Call call, ApiTable.Parameter parameter) {
    Pattern name = Pattern.compile("\\b" + parameter.name() + "\\b");
    return call.statements().stream()
        .filter(s -> s.when() != ApiTable.When.BEFORE)
        .anyMatch(s -> name.matcher(s.code()).find());
  }

  /**
   * Whether an argument names what every process has: all of them do, but for the buffer of a put
   * or get. What no call names so, others do not access, symmetric or not.
   */
  private static boolean isSymmetric(ApiTable.Call call, ApiTable.Parameter parameter) {
    String meaning = call.meaning().word();
    return !(meaning.startsWith("put") && parameter.name().equals("source"))
        && !(meaning.startsWith("get") && parameter.name().equals("dest"));
  }

  /** The name of a function without what depends on the language. */
  private static String key(String function) {
    String name = function.toLowerCase(Locale.ROOT);
    return FORTRAN.matcher(function).matches() ? name.replaceFirst("(_cptr)?_$", "") : name;
  }

  static ModelCalls all() {
    return ALL;
  }

  /** Whether calls of a function are recorded. */
  public static boolean areRecorded(String function) {
    return ALL.roles(function) != null;
  }

  /** The roles of the arguments of a recorded call; null if it is none. */
  @Nullable List<Role> roles(String function) {
    return isOfModel(function) ? roles.get(key(function)) : null;
  }

  /** How many bytes a recorded call uses at an argument that is a buffer; negative if unknown. */
  long size(String function, Call call, int argument) {
    List<@Nullable BufferSize> known = sizes.getOrDefault(key(function), List.of());
    BufferSize size = argument < known.size() ? known.get(argument) : null;
    return size == null ? BufferSize.UNKNOWN : size.of(call);
  }

  /** Whether a function returns new memory that others can access. */
  boolean returnsWindow(String function) {
    return allocators.contains(function);
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

  /** Whether a function that is not in the tables stores addresses of what others access. */
  static boolean handsOut(String function) {
    return HAND_OUT.matcher(function).matches();
  }

  /** Whether a function is of a programming model. */
  static boolean isOfModel(String function) {
    return OF_MODEL.matcher(function).matches() || FORTRAN.matcher(function).matches();
  }
}
