package fencepost.check.threads;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineStrand;
import fencepost.check.record.Construct;
import fencepost.check.record.StrandRecorder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The locks of a process, by their addresses: held by one strand, or read by several. */
final class ThreadLocks {
  private final StrandRecorder strands;
  private final Map<Long, Lock> locks = new HashMap<>();

  private static final class Lock {
    private @Nullable MachineStrand owner;
    private int depth;
    private int readers;
    private boolean nests;
  }

  ThreadLocks(StrandRecorder strands) {
    this.strands = strands;
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

  /** Readers are ordered after writers, and writers after both: each have an object. */
  private static long readers(long address) {
    return address + 1;
  }

  /** How often the caller holds it now; 0 if somebody else does. */
  int tryToTake(Invocation i, Construct construct, long address) {
    Lock lock = at(address);
    if (!isFree(lock, i.process().strand())) {
      return 0;
    }
    lock.owner = i.process().strand();
    strands.acquire(address, construct, i.site() + 1);
    strands.acquire(readers(address), construct, i.site() + 1);
    return ++lock.depth;
  }

  void take(Invocation i, Construct construct, long address, Runnable then) {
    Lock lock = at(address);
    MachineStrand caller = i.process().strand();
    i.waitFor(
        () -> isFree(lock, caller),
        () -> {
          tryToTake(i, construct, address);
          then.run();
        });
  }

  void release(Invocation i, Construct construct, long address) {
    Lock lock = at(address);
    boolean reads = lock.readers > 0;
    strands.release(reads ? readers(address) : address, construct, i.site() + 1);
    if (reads) {
      lock.readers--;
    } else if (lock.depth > 0 && --lock.depth == 0) {
      lock.owner = null;
    }
  }

  boolean tryToRead(Invocation i, long address) {
    Lock lock = at(address);
    if (lock.owner != null) {
      return false;
    }
    lock.readers++;
    strands.acquire(address, Construct.MUTEX, i.site() + 1);
    return true;
  }

  void read(Invocation i, long address, Runnable then) {
    Lock lock = at(address);
    i.waitFor(
        () -> lock.owner == null,
        () -> {
          tryToRead(i, address);
          then.run();
        });
  }
}
