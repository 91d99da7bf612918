package fencepost.program.pointsto;

import fencepost.program.ir.Call;
import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Left;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.When;
import fencepost.trace.CallBuffer;
import fencepost.trace.CallNames;
import fencepost.trace.Meaning;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the calls of the programming models do with their arguments, from the tables of calls. */
public final class ModelCalls {
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
    /** The address of new memory is stored there. */
    MEMORY,
    /** The address of new memory that others can access is stored there. */
    WINDOW
  }

  private static final ModelCalls ALL = new ModelCalls();

  private final Map<String, List<Role>> roles = new HashMap<>();
  private final Map<String, List<@Nullable BufferSize>> sizes = new HashMap<>();

  private ModelCalls() {
    for (Model model : Model.values()) {
      for (ApiTable.Call call : model.table().calls()) {
        Meaning meaning = call.meaning();
        List<Role> ofCall = new ArrayList<>();
        List<@Nullable BufferSize> sizesOfCall = new ArrayList<>();
        for (Parameter parameter : call.parameters()) {
          List<CallBuffer> uses = uses(meaning, parameter);
          ofCall.add(role(model, call, parameter, uses));
          sizesOfCall.add(BufferSize.of(call, uses));
        }
        roles.put(call.name(), ofCall);
        sizes.put(call.name(), sizesOfCall);
      }
    }
  }

  private static List<CallBuffer> uses(Meaning meaning, Parameter parameter) {
    return meaning.buffers().stream().filter(b -> b.address().equals(parameter.name())).toList();
  }

  private static Role role(
      Model model, ApiTable.Call call, Parameter parameter, List<CallBuffer> uses) {
    if (call.arguments(When.ALLOCATES).contains(parameter.name())) {
      return call.word().isEmpty() ? Role.MEMORY : Role.WINDOW;
    } else if (call.arguments(When.EXPOSES).contains(parameter.name())) {
      return Role.WRITTEN;
    } else if (call.arguments(When.TELLS).contains(parameter.name())) {
      return Role.RECEIVED;
    } else if (model != Model.MPI && parameter.mark() != Mark.VALUE) {
      return parameter.mark() == Mark.IN ? Role.PLAIN : Role.RECEIVED;
    } else if (!uses.isEmpty() && isOwn(model, call)) {
      boolean written = uses.stream().anyMatch(CallBuffer::written);
      return uses.stream().anyMatch(CallBuffer::lasts)
          ? (written ? Role.WRITTEN : Role.READ)
          : (written ? Role.RECEIVED : Role.SENT);
    } else if (model == Model.MPI) {
      return Role.PLAIN;
    }
    // What no call names so, others do not access. A number that is sent may be an address.
    return parameter.type().startsWith("const") ? Role.READ : Role.WRITTEN;
  }

  /**
   * Whether the buffers of a call are the caller's own. In OpenSHMEM those of a call that names no
   * target are what every process has, and others may access them before it is called.
   */
  private static boolean isOwn(Model model, ApiTable.Call call) {
    return model == Model.MPI || (model == Model.SHMEM && call.has("pe"));
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
    return roles.get(inC(function));
  }

  /** Procedures of {@code mpi_f08} may be given descriptors in place of addresses. */
  private static String inC(String function) {
    return function.contains("_f08") ? "" : CallNames.inC(function);
  }

  /** How many bytes a recorded call uses at an argument that is a buffer; negative if unknown. */
  long size(String function, Call call, int argument) {
    BufferSize size = size(function, argument);
    return size == null ? BufferSize.UNKNOWN : size.of(call);
  }

  /** Whether what a recorded call uses at an argument that is a buffer may be addresses. */
  boolean mayBeAddresses(String function, Call call, int argument) {
    BufferSize size = size(function, argument);
    return size == null || size.mayBeAddresses(call);
  }

  private @Nullable BufferSize size(String function, int argument) {
    List<@Nullable BufferSize> known = sizes.getOrDefault(inC(function), List.of());
    return argument < known.size() ? known.get(argument) : null;
  }

  /** Whether a function returns new memory that others can access. */
  static boolean returnsWindow(String function) {
    return Model.SHMEM.table().has(function)
        && Model.SHMEM.table().call(function).word().equals("allocate");
  }

  /** What a function of a programming model that is not recorded does; null if it is none. */
  static @Nullable Left left(String function) {
    return function.contains("_f08") ? null : CallNames.left(function);
  }
}
