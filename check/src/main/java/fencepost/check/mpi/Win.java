package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import fencepost.check.machine.MachineProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A window, shared by its members: their memory, its locks and its epochs.
 *
 * <p>An access waits until its target has granted the epoch: until the lock is held, the target has
 * posted, or the target has entered the fence that the origin came to last (MPI 4.1, 12.5).
 */
final class Win {
  final Comm comm;
  final Flavor flavor;
  private final Map<Integer, Part> parts = new HashMap<>();
  private final Map<Integer, Part> shared = new TreeMap<>();
  private final Map<Integer, TargetLock> locks = new HashMap<>();
  private final DeferredAccesses deferred = new DeferredAccesses();
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

  void unlock(int target, int origin) {
    lock(target).release(origin);
    deferred.settle();
  }

  /** The origin does something at the target, as soon as the target has granted its epoch. */
  void perform(int origin, int target, MachineProcess caller, Runnable action) {
    BooleanSupplier granted = grant(origin, target);
    if (deferred.isDone(origin, target) && granted.getAsBoolean()) {
      action.run();
    } else {
      deferred.add(origin, target, granted, () -> caller.onBehalf(action));
    }
  }

  private BooleanSupplier grant(int origin, int target) {
    TargetLock lock = lock(target);
    if (lock.isRequested(origin)) {
      return () -> lock.isHeld(origin);
    }
    if (accessed(origin).contains(target)) {
      int epoch = count(started, target, origin);
      return () -> count(posted, target, origin) >= epoch;
    }
    Round fence = fenceRounds.get(fences.getOrDefault(origin, 0));
    return () -> fence == null || fence.hasFrom(comm.members.get(target));
  }

  /** Whether nothing that an origin does at a target waits for its epoch. */
  boolean isDone(int origin, int target) {
    return target < 0 || deferred.isDone(origin, target);
  }

  /** A member comes to its next fence. */
  Round fence(int rank) {
    int number = fences.merge(rank, 1, Integer::sum);
    Round round = fenceRounds.computeIfAbsent(number, key -> new Round());
    round.bring(comm.members.get(rank), true);
    deferred.settle();
    return round;
  }

  // ---- post, start, complete, wait: counted for each pair of target and origin ----

  private static int count(Map<List<Integer>, Integer> calls, int target, int origin) {
    return calls.getOrDefault(List.of(target, origin), 0);
  }

  void post(int target, List<Integer> origins) {
    exposed.put(target, origins);
    origins.forEach(origin -> posted.merge(List.of(target, origin), 1, Integer::sum));
    deferred.settle();
  }

  void start(int origin, List<Integer> targets) {
    accessed.put(origin, targets);
    targets.forEach(target -> started.merge(List.of(target, origin), 1, Integer::sum));
  }

  /** The targets of the access epoch that an origin has started. */
  List<Integer> accessed(int origin) {
    return accessed.getOrDefault(origin, List.of());
  }

  void complete(int origin) {
    accessed(origin).forEach(target -> completed.merge(List.of(target, origin), 1, Integer::sum));
    accessed.remove(origin);
  }

  /** Whether all origins of a target's exposure epoch have completed theirs. */
  boolean isOver(int target) {
    return exposed.getOrDefault(target, List.of()).stream()
        .allMatch(origin -> count(completed, target, origin) > count(awaited, target, origin));
  }

  /** The exposure epoch of a target ends. */
  void ended(int target) {
    exposed
        .getOrDefault(target, List.of())
        .forEach(origin -> awaited.merge(List.of(target, origin), 1, Integer::sum));
    exposed.remove(target);
  }
}
