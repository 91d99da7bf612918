package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A window, shared by its members: their memory, its locks and its epochs. */
final class Win {
  final Comm comm;
  final Flavor flavor;
  private final Map<Integer, Part> parts = new HashMap<>();
  private final Map<Integer, Part> shared = new TreeMap<>();
  private final Map<Integer, TargetLock> locks = new HashMap<>();
  private final Map<Integer, Integer> fences = new HashMap<>();
  private final Map<Integer, Round> fenceRounds = new HashMap<>();
  private final Map<Integer, List<Integer>> exposed = new HashMap<>();
  private final Map<Integer, List<Integer>> accessed = new HashMap<>();
  private final Map<List<Integer>, Integer> posted = new HashMap<>();
  private final Map<List<Integer>, Integer> started = new HashMap<>();
  private final Map<List<Integer>, Integer> completed = new HashMap<>();
  private final Map<List<Integer>, Integer> awaited = new HashMap<>();

  /** How it was made. */
  enum Flavor {
    CREATE,
    ALLOCATE,
    DYNAMIC,
    SHARED
  }

  /** What a member exposes: an address of its own, and what displacements count. */
  record Part(long base, long size, int unit) {}

  Win(Comm comm, Flavor flavor) {
    this.comm = comm;
    this.flavor = flavor;
  }

  void expose(int rank, Part part) {
    parts.put(rank, part);
  }

  Part part(int rank) {
    Part part = parts.get(rank);
    if (part == null) {
      throw Halt.fault("an access to rank " + rank + " of a window that has no such rank");
    }
    return part;
  }

  /** An address at the target; that of a dynamic window is given by the target itself. */
  long address(int rank, long displacement) {
    Part part = part(rank);
    return flavor == Flavor.DYNAMIC ? displacement : part.base + displacement * part.unit;
  }

  /** Where a member's part lies in the memory that all of them share. */
  void placeShared(int rank, long offset, long size) {
    shared.put(rank, new Part(offset, size, 1));
  }

  /** Whether its memory is mapped by all members. */
  boolean isShared() {
    return !shared.isEmpty();
  }

  @Nullable Part shared(int rank) {
    return shared.get(rank);
  }

  /** The first part that is not empty (MPI 4.1, 12.2.3, of MPI_PROC_NULL). */
  @Nullable Part firstShared() {
    return shared.values().stream().filter(part -> part.size > 0).findFirst().orElse(null);
  }

  /** The lock on a member's part. */
  TargetLock lock(int rank) {
    return locks.computeIfAbsent(rank, key -> new TargetLock());
  }

  /** Whether nothing that an origin does at a target waits for its lock. */
  boolean isDone(int origin, int target) {
    return target < 0 || lock(target).isDone(origin);
  }

  /** The fence that a member comes to next. */
  Round fence(int rank) {
    int number = fences.merge(rank, 1, Integer::sum);
    return fenceRounds.computeIfAbsent(number, key -> new Round());
  }

  // ---- the groups of the epochs that are open ----

  void exposing(int target, List<Integer> origins) {
    exposed.put(target, origins);
  }

  List<Integer> exposed(int target) {
    return exposed.getOrDefault(target, List.of());
  }

  void accessing(int origin, List<Integer> targets) {
    accessed.put(origin, targets);
  }

  List<Integer> accessed(int origin) {
    return accessed.getOrDefault(origin, List.of());
  }

  // ---- post, start, complete, wait: counted for each pair of target and origin ----

  void post(int target, int origin) {
    posted.merge(List.of(target, origin), 1, Integer::sum);
  }

  /** The number of the access epoch that an origin opens to a target. */
  int start(int target, int origin) {
    return started.merge(List.of(target, origin), 1, Integer::sum);
  }

  boolean isPosted(int target, int origin, int epoch) {
    return posted.getOrDefault(List.of(target, origin), 0) >= epoch;
  }

  void complete(int target, int origin) {
    completed.merge(List.of(target, origin), 1, Integer::sum);
  }

  /** The number of the exposure epoch of a target that is to end. */
  int await(int target, int origin) {
    return awaited.getOrDefault(List.of(target, origin), 0) + 1;
  }

  void ended(int target, int origin) {
    awaited.merge(List.of(target, origin), 1, Integer::sum);
  }

  boolean isCompleted(int target, int origin, int epoch) {
    return completed.getOrDefault(List.of(target, origin), 0) >= epoch;
  }
}
