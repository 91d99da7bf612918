package fencepost.frontend.mpi;

import fencepost.engine.Execution;
import fencepost.engine.Grant;
import fencepost.engine.LockSection;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.PendingEffects;
import fencepost.model.LockEpoch;
import fencepost.model.Operation.Completion;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A window in the hands of one process: its epochs, and what is in flight in them. */
final class WindowAccess {
  private static final int FEW = 16;
  private static final Completion BY_FENCE = new Completion("MPI_Win_fence", "MPI_Win_fence");
  private static final Completion BY_WAIT =
      new Completion("MPI_Win_complete", "MPI_Win_complete, then MPI_Win_wait at the target", true);
  private static final Completion BY_FLUSH =
      new Completion(
          "MPI_Win_flush_local, MPI_Win_flush or MPI_Win_unlock",
          "MPI_Win_flush or MPI_Win_unlock");
  private static final Completion BY_FLUSH_ALL =
      new Completion("MPI_Win_flush_local or MPI_Win_flush", "MPI_Win_flush or MPI_Win_unlock_all");

  final Window window;
  final int self;

  /** Whether the memory of all members is mapped here. */
  boolean shared;

  /** Whether it was made for active target synchronisation only (MPI 4.1, 12.2.1). */
  boolean neverLocked;

  /** Those to which something was done that may not be complete, and those with a lock. */
  private final Int2ObjectOpenHashMap<Target> targets = new Int2ObjectOpenHashMap<>();

  private final List<Target> busy = new ArrayList<>();

  /** A few of those that nothing is left of, for the next ones. */
  private final ArrayDeque<Target> spare = new ArrayDeque<>();

  /** The locks on single targets of those that were locked together. */
  private final Int2ObjectOpenHashMap<Lock> lockedTogether = new Int2ObjectOpenHashMap<>();

  Window.@Nullable Fence openFence;
  final Int2ObjectOpenHashMap<Handshake> started = new Int2ObjectOpenHashMap<>();
  final List<Handshake> posted = new ArrayList<>();
  private @Nullable IntFunction<Lock> lockAll;

  /** What the window's info says of accumulate operations (MPI 4.1, 12.2.1). */
  private Origin origin;

  private Operations operations = Operations.UNSAID;

  /** Which different operations may meet in the same memory. */
  enum Operations {
    UNSAID,
    SAME,
    SAME_OR_NONE
  }

  WindowAccess(Window window, int self) {
    this.window = window;
    this.self = self;
    this.origin = origin(Origin.ALL);
  }

  private Origin origin(int ordering) {
    return new Origin(window.communicator.world(self), window, ordering);
  }

  /** What is in flight to one target. */
  static final class Target {
    int rank;

    /** For those who look at several. */
    private final List<Target> alone = List.of(this);

    /**
     * Completed where the caller's buffers are: the buffers themselves, and what was read to fill
     * them.
     */
    final PendingEffects local = new PendingEffects();

    /** Completed at the target. */
    final PendingEffects remote = new PendingEffects();

    final OpenUpdates updates = new OpenUpdates();

    @Nullable Lock lock;

    private boolean isBusy;

    /** Whether there is nothing that a later call completes or proves. */
    private boolean isIdle() {
      return local.isEmpty()
          && remote.isEmpty()
          && updates.isEmpty()
          && (lock == null || lock.known() || !lock.used);
    }

    Lock lockOrThrow() {
      return ErroneousCallException.require(lock, "the lock is not held");
    }
  }

  /** A lock that the process holds, or has asked for. */
  static final class Lock {
    final LockEpoch epoch;

    /** While it is held, for whoever wants to know in what other orders locks may be held. */
    final @Nullable LockSection section;

    /**
     * Opens when the lock is known to be held; null if the program promised that nobody else holds
     * one.
     */
    final @Nullable Grant grant;

    /** Whether something was done under it, and whether something was fetched. */
    boolean used;

    boolean fetched;

    Lock(LockEpoch epoch, @Nullable LockSection section) {
      this.epoch = epoch;
      this.section = section;
      this.grant = epoch.checked() ? new Grant() : null;
    }

    boolean known() {
      return grant == null || grant.isOpen();
    }

    /** All locks on the same target. */
    LockQueue queue() {
      return (LockQueue) epoch.resource();
    }

    /** Whether every earlier holder that it excludes has been seen to let go. */
    boolean mayBeHeld() {
      return known() || queue().mayAcquire(epoch.exclusive());
    }

    /** It is held by now, in its place in the order of all that were. */
    void isHeld(Execution execution) {
      if (grant != null && !grant.isOpen()) {
        execution.open(grant, execution.byLuck(queue().acquire(epoch.exclusive())));
      }
    }
  }

  /** Takes over what an info says; -1 and 0 where it does not say anything. */
  void inform(long newOrdering, long newOperations) {
    origin = newOrdering < 0 ? origin : origin((int) newOrdering);
    if (newOperations < 0 || newOperations >= Operations.values().length) {
      throw new ErroneousCallException("it has an unknown value of accumulate_ops");
    }
    operations = newOperations == 0 ? operations : Operations.values()[(int) newOperations];
  }

  Operations operations() {
    return operations;
  }

  Origin origin() {
    return origin;
  }

  /**
   * Whether a lock on the target protects loads and stores of this process too, and is therefore
   * held when the call returns (MPI 4.1, 12.5.3).
   */
  boolean isMapped(int target) {
    return shared || target == self;
  }

  Target target(int rank) {
    if (rank < 0 || rank >= window.communicator.size()) {
      throw new ErroneousCallException("it names a rank that the window does not have");
    }
    Target target = targets.get(rank);
    if (target == null) {
      target = spare.isEmpty() ? new Target() : spare.remove();
      target.rank = rank;
      targets.put(rank, target);
    }
    if (lockAll != null && target.lock == null) {
      target.lock = lockedTogether.computeIfAbsent(rank, lockAll);
    }
    return target;
  }

  /** A target to which something is done that a later call completes. */
  Target use(int rank) {
    Target target = target(rank);
    if (!target.isBusy) {
      target.isBusy = true;
      busy.add(target);
    }
    return target;
  }

  /** The targets to which something has been done that may not be complete. */
  List<Target> busy() {
    return busy;
  }

  /** A list of one. */
  List<Target> only(int rank) {
    return target(rank).alone;
  }

  /** All that was done has been completed: what is idle now need not be looked at again. */
  void completed() {
    int left = 0;
    for (int i = 0; i < busy.size(); i++) {
      Target target = busy.get(i);
      target.isBusy = !target.isIdle();
      if (target.isBusy) {
        busy.set(left++, target);
      } else if (target.lock == null || lockAll != null) {
        letGo(target);
      }
    }
    busy.subList(left, busy.size()).clear();
  }

  /** All that is left of the target is its lock, which is remembered elsewhere. */
  private void letGo(Target target) {
    targets.remove(target.rank);
    target.lock = null;
    if (spare.size() < FEW) {
      spare.add(target);
    }
  }

  /** All targets are locked; each lock is made when its target is first used. */
  void lockAll(IntFunction<Lock> maker) {
    lockAll = maker;
  }

  /** No target is locked any more; returns the locks that were made. */
  List<Lock> unlockAll() {
    lockAll = null;
    List<Lock> made = List.copyOf(lockedTogether.values());
    lockedTogether.clear();
    targets.values().forEach(target -> target.lock = null);
    return made;
  }

  /** The target is not locked any more; returns its lock, if it had one. */
  List<Lock> unlock(int rank) {
    Target target = target(rank);
    List<Lock> made = target.lock == null ? List.of() : List.of(target.lock);
    target.lock = null;
    return made;
  }

  /**
   * The leave that an access to the target needs in the present epoch; null if the origin already
   * has it.
   */
  @Nullable Grant grantFor(Target target) {
    if (target.lock != null) {
      return target.lock.grant;
    }
    Handshake handshake = handshake(target.rank);
    if (handshake != null) {
      return handshake.grant;
    }
    return openFence == null ? null : openFence.grant(target.rank);
  }

  /** The handshake of the present epoch with a target; null if there is none. */
  @Nullable Handshake handshake(int target) {
    return started.isEmpty() ? null : started.get(target);
  }

  /** How an operation on the target would be completed in the present epoch. */
  Completion completionFor(Target target) {
    if (lockAll != null) {
      return BY_FLUSH_ALL;
    }
    if (target.lock != null) {
      return BY_FLUSH;
    }
    return handshake(target.rank) != null ? BY_WAIT : BY_FENCE;
  }
}
