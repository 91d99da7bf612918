package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a process remembers from statement to statement. */
public final class Process {
  private final int rank;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<Class<?>, Object> states = new HashMap<>();
  private final Map<String, List<Lock>> locks = new HashMap<>();

  Process(int rank) {
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }

  /** How often this was asked before with that name. */
  public int count(String what) {
    return counts.merge(what, 1, Integer::sum) - 1;
  }

  /** What a programming model keeps for the process. */
  public <T> T state(Class<T> type, Supplier<T> initial) {
    return type.cast(states.computeIfAbsent(type, t -> initial.get()));
  }

  /** From now on, the process's own accesses to an object of its memory are under this lock. */
  public void hold(String object, Lock lock) {
    locks.computeIfAbsent(object, o -> new ArrayList<>()).add(lock);
  }

  public void release(String object, String resource) {
    locks.getOrDefault(object, new ArrayList<>()).removeIf(l -> l.resource().equals(resource));
  }

  List<Lock> locksOn(OracleRegion region) {
    return region.rank() == rank ? locks.getOrDefault(region.object(), List.of()) : List.of();
  }
}
