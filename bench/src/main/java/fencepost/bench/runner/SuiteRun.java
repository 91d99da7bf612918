package fencepost.bench.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Tries a tool on many cases, several at a time. */
public final class SuiteRun {
  /** Told about every case that is done. */
  public interface Listener {
    void done(Result result);
  }

  private final Tool tool;
  private final int workers;
  private final Listener listener;

  public SuiteRun(Tool tool, int workers, Listener listener) {
    this.tool = tool;
    this.workers = workers;
    this.listener = listener;
  }

  public Results run(List<Case> cases) throws InterruptedException {
    long start = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      List<Future<Result>> futures = new ArrayList<>();
      for (Case given : cases) {
        futures.add(pool.submit(() -> examine(given)));
      }
      List<Result> results = new ArrayList<>();
      for (Future<Result> future : futures) {
        results.add(future.get());
      }
      return new Results(tool.name(), secondsSince(start), results);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private Result examine(Case given) {
    long start = System.nanoTime();
    Result result = Result.of(given, verdict(given), secondsSince(start));
    synchronized (listener) {
      listener.done(result);
    }
    return result;
  }

  private Verdict verdict(Case given) {
    try {
      Path work = Files.createTempDirectory("fencepost-case-");
      try {
        return tool.examine(given, work);
      } finally {
        delete(work);
      }
    } catch (IOException | UncheckedIOException e) {
      return Verdict.failed(e.toString());
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static double secondsSince(long start) {
    return Math.round((System.nanoTime() - start) / 1e7) / 100.0;
  }
}
