package fencepost.check.mpi;

import fencepost.check.record.Watched;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When it is certain that a lock is held, and for the first time. */
final class HeldLocks {
  private static final int HELD = 1;
  private static final int USED = 2;
  private static final int FETCHED = 4;
  private static final int PROVED = 8;

  private final MpiProcess process;
  private final Map<Long, Window> windows = new HashMap<>();
  private final List<Fetch> fetches = new ArrayList<>();

  private static final class Window {
    final int self;
    final int[] targets;
    boolean shared;

    Window(Comm comm, int process) {
      self = comm.rankOf(process);
      targets = new int[comm.size()];
    }
  }

  private record Fetch(long request, long window, int target) {}

  HeldLocks(MpiProcess process) {
    this.process = process;
  }

  void window(long handle, Comm comm) {
    windows.put(handle, new Window(comm, process.rank()));
  }

  void shared(long handle) {
    windows.get(handle).shared = true;
  }

  /**
   * Marks the epochs in which something of the kind was done; whether one was not marked before.
   */
  private boolean isNew(long handle, int target, int done) {
    Window window = windows.get(handle);
    boolean fresh = false;
    for (int i = 0; window != null && i < window.targets.length; i++) {
      boolean meant = target == Watched.EVERY_TARGET || target == i;
      if (meant && (window.targets[i] & (HELD | done | PROVED)) == (HELD | done)) {
        window.targets[i] |= PROVED;
        fresh = true;
      }
    }
    return fresh;
  }

  private long proves(long handle, int target, int done) {
    return isNew(handle, target, done) ? 1 : 0;
  }

  /** A lock on memory that is mapped here is held on return (MPI 4.1, 12.5.3). */
  long locked(int target, long handle) {
    Window window = windows.get(handle);
    if (window == null || target < 0) {
      return 0;
    }
    window.targets[target] = HELD;
    if (target != window.self && !window.shared) {
      return 0;
    }
    window.targets[target] |= USED;
    return proves(handle, target, USED);
  }

  void lockedAll(long handle) {
    Window window = windows.get(handle);
    if (window != null) {
      java.util.Arrays.fill(window.targets, HELD);
    }
  }

  void used(int target, long handle, boolean fetched) {
    Window window = windows.get(handle);
    if (window != null && target >= 0 && target < window.targets.length) {
      window.targets[target] |= fetched ? USED | FETCHED : USED;
    }
  }

  long held(int target, long handle) {
    return proves(handle, target, USED);
  }

  long fetched(int target, long handle) {
    return proves(handle, target, FETCHED);
  }

  void unlocked(int target, long handle) {
    Window window = windows.get(handle);
    for (int i = 0; window != null && i < window.targets.length; i++) {
      if (target == Watched.EVERY_TARGET || target == i) {
        window.targets[i] = 0;
      }
    }
  }

  /** A fetch by request: its completion proves that the lock of its epoch is held. */
  void fetching(int target, long handle, long request) {
    if (target != process.header().integer("MPI_PROC_NULL")) {
      fetches.add(new Fetch(request, handle, target));
    }
  }

  boolean fetchedByRequest(long request) {
    boolean fresh = false;
    for (Fetch fetch : List.copyOf(fetches)) {
      if (fetch.request == request) {
        fresh |= isNew(fetch.window, fetch.target, FETCHED);
        fetches.remove(fetch);
      }
    }
    return fresh;
  }
}
