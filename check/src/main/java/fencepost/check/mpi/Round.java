package fencepost.check.mpi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One collective call of all members: what each of them has brought so far. */
public final class Round {
  private final Map<Integer, Object> brought = new HashMap<>();
  private @Nullable Object made;

  /** A process of {@code MPI_COMM_WORLD} arrives with something. */
  public void bring(int process, Object what) {
    brought.put(process, what);
  }

  public boolean hasFrom(int process) {
    return brought.containsKey(process);
  }

  public boolean hasAll(List<Integer> processes) {
    return brought.keySet().containsAll(processes);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // all bring the same kind
  public <T> T from(int process) {
    Object what = brought.get(process);
    if (what == null) {
      throw new IllegalStateException("nothing from " + process);
    }
    return (T) what;
  }

  /** What the members make together: the first one that needs it makes it. */
  @SuppressWarnings("unchecked")
  public <T> T make(Supplier<T> maker) {
    if (made == null) {
      made = maker.get();
    }
    return (T) made;
  }
}
