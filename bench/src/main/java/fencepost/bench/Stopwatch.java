package fencepost.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What the present thread takes of the machine while the watch runs. */
final class Stopwatch {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Of what stands behind the name in the file: the user's time, then the system's (proc(5)). */
  private static final int USER_TIME = 11;

  private static final long NANOSECONDS_OF_A_TICK = 10_000_000;

  private long nanoseconds;
  private long processorNanoseconds;
  private long allocatedBytes;

  void start() {
    processorNanoseconds -= collecting();
    count(-1);
  }

  void stop() {
    count(1);
    processorNanoseconds += collecting();
  }

  private void count(int sign) {
    allocatedBytes += sign * THREADS.getCurrentThreadAllocatedBytes();
    processorNanoseconds += sign * THREADS.getCurrentThreadCpuTime();
    nanoseconds += sign * System.nanoTime();
  }

  /**
   * What garbage collection took of the processor, on threads of its own. The JVM tells only how
   * long its pauses were, which on a busy machine is far longer.
   */
  private static long collecting() {
    long ticks = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        ticks += ticksOfCollector(thread.resolve("stat"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ticks * NANOSECONDS_OF_A_TICK;
  }

  private static long ticksOfCollector(Path stat) throws IOException {
    try {
      String text = Files.readString(stat);
      int name = text.indexOf('(') + 1;
      if (!text.startsWith("VM Thread", name) && !text.startsWith("GC Thread", name)) {
        return 0;
      }
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]);
    } catch (NoSuchFileException e) {
      return 0; // a thread that has ended meanwhile
    }
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
