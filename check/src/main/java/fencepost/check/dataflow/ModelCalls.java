package fencepost.check.dataflow;

import fencepost.check.dataflow.Meaning.Completion;
import fencepost.check.dataflow.Meaning.Trait;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of the three programming models mean, from the tables of calls: prototypes and
 * names of parameters are those of the standards, and say nearly everything.
 */
final class ModelCalls {
  static final ModelCalls ALL = new ModelCalls();

  private final Map<String, Meaning> byName = new HashMap<>();
  private final Map<String, String> fortran = new HashMap<>();
  private final Completions completions = new Completions();

  private ModelCalls() {
    for (ApiTable.Call call : Model.MPI.table().calls()) {
      add(call, MpiBuffers.of(call), mpiIsPending(call), mpiTraits(call));
      fortran.put(call.name().toLowerCase(Locale.ROOT), call.name());
    }
    for (ApiTable.Call call : Model.SHMEM.table().calls()) {
      String means = call.meaning().word();
      add(call, ShmemBuffers.of(call, means), means.endsWith("_nbi"), shmemTraits(means));
    }
    for (ApiTable.Call call : Model.GASPI.table().calls()) {
      add(call, GaspiBuffers.of(call), call.has("queue"), gaspiTraits(call));
    }
  }

  private void add(
      ApiTable.Call call, List<Buffer> buffers, boolean pending, EnumSet<Trait> traits) {
    String name = call.name();
    List<Completion> completes = completions.of(name);
    if (buffers.isEmpty() && completes.isEmpty()) {
      return;
    }
    Set<Integer> byValue = new HashSet<>();
    Set<Integer> outputs = new HashSet<>();
    for (int i = 0; i < call.parameters().size(); i++) {
      ApiTable.Parameter parameter = call.parameters().get(i);
      if (!parameter.type().matches(".*\\*|gaspi_pointer_t")) {
        byValue.add(i);
      } else if (!parameter.type().startsWith("const") && parameter.mark() != ApiTable.Mark.IN) {
        outputs.add(i);
      }
    }
    byName.put(
        name,
        new Meaning(
            name,
            Meaning.numbered(call.parameters()),
            byValue,
            outputs,
            buffers,
            pending && !buffers.isEmpty(),
            name.endsWith("_init") || name.endsWith("_init_c"),
            traits,
            completes));
  }

  // ---- MPI ----

  private static boolean mpiIsPending(ApiTable.Call call) {
    boolean request =
        call.parameters().stream()
            .anyMatch(p -> p.name().equals("request") && p.mark() == ApiTable.Mark.OUT);
    return request
        || isRemote(call)
        || call.name().matches("MPI_File_.*_begin(_c)?|MPI_Buffer_attach(_c)?");
  }

  private static boolean isRemote(ApiTable.Call call) {
    return call.has("win") && call.has("target_rank");
  }

  private static EnumSet<Trait> mpiTraits(ApiTable.Call call) {
    EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
    if (!isRemote(call) && call.has("dest")) {
      traits.add(Trait.TELLS_OTHERS);
    }
    return traits;
  }

  // ---- OpenSHMEM ----

  private static EnumSet<Trait> shmemTraits(String means) {
    EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
    if (means.startsWith("put")) {
      traits.add(Trait.TELLS_OTHERS);
    }
    return traits;
  }

  // ---- GASPI ----

  private static EnumSet<Trait> gaspiTraits(ApiTable.Call call) {
    EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
    if (call.name().startsWith("gaspi_write")) {
      traits.add(Trait.TELLS_OTHERS);
    } else if (call.name().startsWith("gaspi_read") && call.has("notification_id")) {
      traits.add(Trait.NOTIFIES_SELF);
    }
    return traits;
  }

  // ---- questions ----

  /** The name of a call in C, whatever language it is made in; itself if it is none of MPI. */
  String inC(String function) {
    String plain = function.replaceFirst("(_f08(ts)?)?_{1,2}$", "").toLowerCase(Locale.ROOT);
    return isFortran(function) ? fortran.getOrDefault(plain, plain) : function;
  }

  /** Whether a function is the Fortran form of a call, whose arguments are all addresses. */
  static boolean isFortran(String function) {
    return function.startsWith("mpi_") && function.endsWith("_");
  }

  /** What a call means; null if it is of no interest. */
  @Nullable Meaning of(String function) {
    return byName.get(inC(function));
  }
}
