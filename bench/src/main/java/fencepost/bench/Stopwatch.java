package fencepost.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** What the present thread takes of the machine while the watch runs. */
final class Stopwatch {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long nanoseconds;
  private long processorNanoseconds;
  private long allocatedBytes;

  void start() {
    count(-1);
  }

  void stop() {
    count(1);
  }

  private void count(int sign) {
    allocatedBytes += sign * THREADS.getCurrentThreadAllocatedBytes();
    processorNanoseconds += sign * (THREADS.getCurrentThreadCpuTime() + collecting());
    nanoseconds += sign * System.nanoTime();
  }

  /** Time spent in garbage collection, which happens on another thread. */
  private static long collecting() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .map(milliseconds -> milliseconds * 1_000_000)
        .sum();
  }

  double seconds() {
    return nanoseconds / 1e9;
  }

  /** Of the thread, and of garbage collection. */
  double processorSeconds() {
    return processorNanoseconds / 1e9;
  }

  long allocatedBytes() {
    return allocatedBytes;
  }
}
