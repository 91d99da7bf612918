package fencepost.bench;

import fencepost.engine.MemoryIndex;
import fencepost.engine.RaceListener;
import fencepost.frontend.Analysis;
import fencepost.trace.RecordCursor;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * One analysis of a race-free trace, and what it cost.
 *
 * @param processorSeconds what the analysing thread took of the processor, and the pauses for
 *     garbage collection: on a machine that others use too, this says more than the wall clock
 * @param liveBytes heap in use at the end, garbage left out, with all that the analysis remembers
 * @param allocatedBytes all that was ever allocated
 */
record AnalysisRun(
    long events,
    double seconds,
    double processorSeconds,
    int mostRemembered,
    long liveBytes,
    long allocatedBytes) {

  double eventsPerProcessorSecond() {
    return events / processorSeconds;
  }

  /** Analyses a trace on the calling thread. */
  static AnalysisRun of(Path directory) throws IOException {
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      return of(trace.strands(), () -> false);
    }
  }

  /** Analyses a trace as if its processes were running: their records come through rings. */
  static AnalysisRun live(Path directory) throws IOException {
    try (ReplayedRings rings = ReplayedRings.of(directory)) {
      return of(rings.cursors(), rings::fill);
    }
  }

  /** Analyses a made-up program whose records are made while they are read; that counts, too. */
  static AnalysisRun simulated(Workload workload, int ranks, long events) throws IOException {
    int iterations = workload.iterations(ranks, events);
    List<MadeUpRecords> strands =
        IntStream.range(0, ranks)
            .mapToObj(rank -> workload.records(rank, ranks, iterations))
            .toList();
    return of(strands, () -> false);
  }

  /** More records, which the measurement does not count. */
  private interface Supply {
    /** False if there are no more. */
    boolean refill() throws IOException;
  }

  private static AnalysisRun of(List<? extends RecordCursor> strands, Supply supply)
      throws IOException {
    AtomicLong races = new AtomicLong();
    RaceListener listener = (earlier, later, details) -> races.incrementAndGet();
    Analysis analysis = new Analysis(new MemoryIndex(listener), Set.of());
    strands.forEach(analysis::add);
    Stopwatch watch = new Stopwatch();
    int most = 0;
    do {
      watch.start();
      while (analysis.step()) {
        most = Math.max(most, analysis.remembered());
      }
      watch.stop();
    } while (supply.refill());
    watch.start();
    Analysis.Ending ending = analysis.end();
    watch.stop();

    long live = usedAfterCollection();
    check(
        ending,
        races.get(),
        analysis.unproven()); // below, the analysis is still in use: it was live just now
    return new AnalysisRun(
        analysis.events(),
        watch.seconds(),
        watch.processorSeconds(),
        most,
        live,
        watch.allocatedBytes());
  }

  /** A figure for an analysis that went wrong would be worse than none. */
  private static void check(Analysis.Ending ending, long races, long unproven) {
    if (ending != Analysis.Ending.COMPLETE || races != 0 || unproven != 0) {
      throw new IllegalStateException(
          "the made-up trace is complete and has no race, but the analysis says: "
              + ending
              + " with "
              + races
              + " races and "
              + unproven
              + " records without evidence");
    }
  }

  @SuppressWarnings("SystemGc") // what is live can be told only after a collection
  private static long usedAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
