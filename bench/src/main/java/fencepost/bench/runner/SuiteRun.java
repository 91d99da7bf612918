package fencepost.bench.runner;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tries a tool on many cases, several at a time. */
public final class SuiteRun {
  /** Told about every case that is done. */
  public interface Listener {
    void done(Result result);
  }

  private static final long DOUBTFUL = 1_000_000_000;

  private final Tool tool;
  private final int workers;
  private final Listener listener;
  private final long start = System.nanoTime();
  private final Map<Case, Done> done = new HashMap<>();
  private boolean stopped;

  private record Done(Result result, long time) {}

  public SuiteRun(Tool tool, int workers, Listener listener) {
    this.tool = tool;
    this.workers = workers;
    this.listener = listener;
  }

  public Results run(List<Case> cases) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (Case given : cases) {
        futures.add(pool.submit(() -> examine(given)));
      }
      for (Future<?> future : futures) {
        future.get();
      }
      return soFar(cases);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Somebody stops us, perhaps together with the tools that are running: what ended in the last
   * second may be due to that, and does not count.
   */
  public synchronized Results stop(List<Case> cases) {
    stopped = true;
    long now = System.nanoTime();
    done.values().removeIf(each -> now - each.time < DOUBTFUL);
    return soFar(cases);
  }

  public synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized Results soFar(List<Case> cases) {
    List<Result> results = new ArrayList<>();
    for (Case given : cases) {
      Done its = done.get(given);
      if (its != null) {
        results.add(its.result);
      }
    }
    return new Results(tool.name(), tool.setup(), secondsSince(start), results);
  }

  private void examine(Case given) {
    long from = System.nanoTime();
    Result result = Result.of(given, verdict(given), secondsSince(from));
    synchronized (this) {
      if (!stopped) {
        done.put(given, new Done(result, System.nanoTime()));
        listener.done(result);
      }
    }
  }

  private Verdict verdict(Case given) {
    try (OwnedDirectory work = OwnedDirectory.create("case")) {
      return tool.examine(given, work.path());
    } catch (IOException | RuntimeException e) {
      // One case must not cost the results of the others.
      return Verdict.failed(e.toString());
    }
  }

  private static double secondsSince(long start) {
    return Math.round((System.nanoTime() - start) / 1e7) / 100.0;
  }
}
