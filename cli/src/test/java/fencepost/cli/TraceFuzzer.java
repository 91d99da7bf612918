package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import fencepost.engine.MemoryIndex;
import fencepost.frontend.Analysis;
import fencepost.report.JsonReport;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.SourceMap;
import fencepost.report.SourcePlace;
import fencepost.report.TextReport;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.FileCursor;
import fencepost.trace.Sites;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Analyses damaged traces: each one ends, soon and with little memory, and with no exception but
 * the one that says where the damage is.
 */
final class TraceFuzzer {
  /** Of the processor's time: a busy machine is no hang. Nobody waits longer than the second. */
  private static final long SECONDS_PER_INPUT = 10;

  private static final long LONGEST_WAIT = 600;
  private static final long BYTES_PER_INPUT = 1L << 30;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final List<List<List<long[]>>> seeds;
  private final long firstNumber;
  private volatile long number;
  private volatile long began;
  private volatile long processorBegan;
  private volatile @Nullable Throwable failure;
  private long damaged;

  TraceFuzzer(List<List<List<long[]>>> seeds, long firstNumber) {
    this.seeds = seeds;
    this.firstNumber = firstNumber;
  }

  /** Tries so many; returns how many of them were found to be damaged. */
  long run(long count) throws InterruptedException {
    began = System.nanoTime();
    Thread worker = new Thread(() -> work(count), "fuzzer");
    worker.setDaemon(true);
    worker.start();
    while (worker.isAlive()) {
      worker.join(200);
      if (takesTooLong(worker) && worker.isAlive()) {
        AssertionError hang = new AssertionError("input " + number + " takes too long");
        hang.setStackTrace(worker.getStackTrace());
        throw hang;
      }
    }
    if (failure != null) {
      throw new AssertionError("input " + number, failure);
    }
    return damaged;
  }

  private boolean takesTooLong(Thread worker) {
    long processor = THREADS.getThreadCpuTime(worker.getId()) - processorBegan;
    return processor > TimeUnit.SECONDS.toNanos(SECONDS_PER_INPUT)
        || System.nanoTime() - began > TimeUnit.SECONDS.toNanos(LONGEST_WAIT);
  }

  private void work(long count) {
    try {
      for (number = firstNumber; number < firstNumber + count; number++) {
        List<ByteBuffer> files = new TraceMutation(seeds, new Random(number)).next();
        began = System.nanoTime();
        processorBegan = THREADS.getCurrentThreadCpuTime();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        damaged += analyse(files) ? 1 : 0;
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
            .as("bytes allocated")
            .isLessThan(BYTES_PER_INPUT);
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Whether it is damaged. */
  private static boolean analyse(List<ByteBuffer> files) {
    RaceCollector races = new RaceCollector();
    Analysis analysis = new Analysis(new MemoryIndex(races), Set.of());
    files.forEach(file -> analysis.add(FileCursor.over(file)));
    List<String> notes = new ArrayList<>();
    Analysis.Ending ending = null;
    while (ending == null) {
      try {
        ending = analysis.end();
      } catch (BrokenTraceException e) {
        assertThat(notes.size()).as("damages").isLessThan(files.size());
        assertUnderstood(e);
        notes.add(String.valueOf(e.getMessage()));
      }
    }
    boolean complete = ending == Analysis.Ending.COMPLETE && notes.isEmpty();
    notes.addAll(analysis.remarks());
    RunReport report =
        new RunReport(
            analysis.models(),
            "fuzzed",
            analysis.ranks(),
            complete,
            new ReportBuilder(analysis.outcome(), new NoSources()).findings(races),
            0,
            notes,
            Map.of("events", analysis.events()));
    assertThat(TextReport.of(report, TextReport.Style.PLAIN)).isNotEmpty();
    assertThat(JsonReport.of(report)).isNotEmpty();
    return !complete;
  }

  /** It says where the damage is, in words of ours. */
  private static void assertUnderstood(BrokenTraceException damage) {
    assertThat(damage.offset()).isNotNegative();
    assertThat(damage.reason()).isNotEmpty().doesNotContain("Exception", "java.", "null");
  }

  private static final class NoSources implements SourceMap {
    @Override
    public void resolve(Collection<Sites.Site> sites) {}

    @Override
    public List<SourcePlace> stack(Sites.Site site) {
      return List.of(SourcePlace.UNKNOWN);
    }

    @Override
    public @Nullable Variable variable(String module, long offset) {
      return null;
    }
  }
}
