package fencepost.frontend.mpi;

import fencepost.engine.Grant;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.program.PendingEffects;
import fencepost.model.LockEpoch;
import fencepost.model.Operation.Completion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A window in the hands of one process: its epochs, and what is in flight in them. */
final class WindowAccess {
  private static final Completion BY_FENCE = new Completion("MPI_Win_fence", "MPI_Win_fence");
  private static final Completion BY_WAIT =
      new Completion("MPI_Win_complete", "MPI_Win_complete, then MPI_Win_wait at the target");
  private static final Completion BY_FLUSH =
      new Completion(
          "MPI_Win_flush_local, MPI_Win_flush or MPI_Win_unlock",
          "MPI_Win_flush or MPI_Win_unlock");
  private static final Completion BY_FLUSH_ALL =
      new Completion("MPI_Win_flush_local or MPI_Win_flush", "MPI_Win_flush or MPI_Win_unlock_all");

  final Window window;
  final int self;
  private final Map<Integer, Target> targets = new TreeMap<>();
  Window.@Nullable Fence openFence;
  final Map<Integer, Handshake> started = new HashMap<>();
  final List<Handshake> posted = new ArrayList<>();
  boolean allLocked;

  WindowAccess(Window window, int self) {
    this.window = window;
    this.self = self;
  }

  /** What is in flight to one target. */
  static final class Target {
    /**
     * Completed where the caller's buffers are: the buffers themselves, and what was read to fill
     * them.
     */
    final PendingEffects local = new PendingEffects();

    /** Completed at the target. */
    final PendingEffects remote = new PendingEffects();

    /** Atomic updates that are not known to be complete at the target. */
    final List<Update> updates = new ArrayList<>();

    @Nullable Lock lock;

    void updatesCompletedAt(long time) {
      updates.forEach(update -> update.completedAt(time));
      updates.clear();
    }

    Lock lockOrThrow() {
      return Objects.requireNonNull(lock);
    }
  }

  /** A lock that the process holds, or has asked for. */
  static final class Lock {
    final LockEpoch epoch;

    /**
     * Opens when the lock is known to be held; null if the program promised that nobody else holds
     * one.
     */
    final @Nullable Grant grant;

    /** Whether something was done under it, and whether something was fetched. */
    boolean used;

    boolean fetched;

    Lock(LockEpoch epoch) {
      this.epoch = epoch;
      this.grant = epoch.checked() ? new Grant() : null;
    }

    boolean known() {
      return grant == null || grant.isOpen();
    }
  }

  Target target(int rank) {
    return targets.computeIfAbsent(rank, key -> new Target());
  }

  Iterable<Map.Entry<Integer, Target>> targets() {
    return targets.entrySet();
  }

  /**
   * The leave that an access to the target needs in the present epoch; null if the origin already
   * has it.
   */
  @Nullable Grant grantFor(int target) {
    Lock lock = target(target).lock;
    if (lock != null) {
      return lock.grant;
    }
    Handshake handshake = started.get(target);
    if (handshake != null) {
      return handshake.grant;
    }
    return openFence == null ? null : openFence.grants[target];
  }

  /** How an operation on the target would be completed in the present epoch. */
  Completion completionFor(int target) {
    if (allLocked) {
      return BY_FLUSH_ALL;
    }
    if (target(target).lock != null) {
      return BY_FLUSH;
    }
    return started.containsKey(target) ? BY_WAIT : BY_FENCE;
  }
}
