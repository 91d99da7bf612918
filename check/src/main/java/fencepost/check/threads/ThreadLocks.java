package fencepost.check.threads;

import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.MachineStrand;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The locks of a process, by their addresses: held by one strand, or read by several. */
final class ThreadLocks {
  private final MachineProcess process;
  private final Map<Long, Lock> locks = new HashMap<>();

  private static final class Lock {
    private @Nullable MachineStrand owner;
    private int depth;
    private int readers;
    private boolean nests;
  }

  ThreadLocks(MachineProcess process) {
    this.process = process;
  }

  private Lock at(long address) {
    return locks.computeIfAbsent(address, key -> new Lock());
  }

  /** A lock is made anew; one that nests can be taken again by its owner. */
  void create(long address, boolean nests) {
    Lock lock = new Lock();
    lock.nests = nests;
    locks.put(address, lock);
  }

  private static boolean isFree(Lock lock, MachineStrand caller) {
    return lock.readers == 0 && (lock.owner == null || (lock.nests && lock.owner == caller));
  }

  /** How often the caller holds it now; 0 if somebody else does. */
  int tryToTake(long address) {
    Lock lock = at(address);
    if (!isFree(lock, process.strand())) {
      return 0;
    }
    lock.owner = process.strand();
    return ++lock.depth;
  }

  void take(String where, long address, Runnable then) {
    Lock lock = at(address);
    MachineStrand caller = process.strand();
    process.waitFor(
        where,
        () -> isFree(lock, caller),
        () -> {
          tryToTake(address);
          then.run();
        });
  }

  void release(long address) {
    Lock lock = at(address);
    if (lock.readers > 0) {
      lock.readers--;
    } else if (lock.depth > 0 && --lock.depth == 0) {
      lock.owner = null;
    }
  }

  boolean tryToRead(long address) {
    Lock lock = at(address);
    if (lock.owner != null) {
      return false;
    }
    lock.readers++;
    return true;
  }

  void read(String where, long address, Runnable then) {
    Lock lock = at(address);
    process.waitFor(
        where,
        () -> lock.owner == null,
        () -> {
          lock.readers++;
          then.run();
        });
  }
}
