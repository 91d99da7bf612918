package fencepost.bench;

import fencepost.frontend.Analysis;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One analysis of a race-free trace, and what it cost.
 *
 * @param processorSeconds what it took of the processor, garbage collection included: on a machine
 *     that others use too, this says more than the wall clock
 * @param liveBytes heap in use at the end, garbage left out, with all that the analysis remembers
 * @param peakBytes the most heap that was in use at a time, garbage included
 * @param allocatedBytes all that was ever allocated
 */
record AnalysisRun(
    long events,
    double seconds,
    double processorSeconds,
    int mostRemembered,
    int rememberedAtEnd,
    long liveBytes,
    long peakBytes,
    long allocatedBytes) {

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final com.sun.management.OperatingSystemMXBean SYSTEM =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  double eventsPerSecond() {
    return events / seconds;
  }

  double eventsPerProcessorSecond() {
    return events / processorSeconds;
  }

  /** Analyses a trace on the calling thread. */
  static AnalysisRun of(Path directory) throws IOException {
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      AtomicLong races = new AtomicLong();
      Analysis analysis = new Analysis((earlier, later, details) -> races.incrementAndGet());
      trace.strands().forEach(analysis::add);
      heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
      long allocated = THREADS.getCurrentThreadAllocatedBytes();

      long processor = SYSTEM.getProcessCpuTime();
      long start = System.nanoTime();
      int most = 0;
      while (analysis.step()) {
        most = Math.max(most, analysis.remembered());
      }
      Analysis.Ending ending = analysis.end();
      double seconds = (System.nanoTime() - start) / 1e9;
      double processorSeconds = (SYSTEM.getProcessCpuTime() - processor) / 1e9;

      allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      long peak = heapPools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
      long live = usedAfterCollection();
      check(ending, races.get()); // below, the analysis is still in use: it was live just now
      return new AnalysisRun(
          analysis.events(),
          seconds,
          processorSeconds,
          most,
          analysis.remembered(),
          live,
          peak,
          allocated);
    }
  }

  /** A figure for an analysis that went wrong would be worse than none. */
  private static void check(Analysis.Ending ending, long races) {
    if (ending != Analysis.Ending.COMPLETE || races != 0) {
      throw new IllegalStateException(
          "the made-up trace is complete and has no race, but the analysis says: "
              + ending
              + " with "
              + races
              + " races");
    }
  }

  private static List<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  @SuppressWarnings("SystemGc") // what is live can be told only after a collection
  private static long usedAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
