package fencepost.bench.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final long start = System.nanoTime();
  private final Map<Case, Result> done = new HashMap<>();

  public SuiteRun(Tool tool, int workers, Listener listener) {
    this.tool = tool;
    this.workers = workers;
    this.listener = listener;
  }

  /** Tries all of them; what is done when this is interrupted stays. */
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

  /** The results that are there, in the order of the cases. */
  public synchronized Results soFar(List<Case> cases) {
    List<Result> results =
        cases.stream()
            .filter(done::containsKey)
            .map(c -> Objects.requireNonNull(done.get(c)))
            .toList();
    return new Results(tool.name(), tool.setup(), secondsSince(start), results);
  }

  private void examine(Case given) {
    long from = System.nanoTime();
    Result result = Result.of(given, verdict(given), secondsSince(from));
    synchronized (this) {
      done.put(given, result);
      listener.done(result);
    }
  }

  private Verdict verdict(Case given) {
    try {
      Path work = Files.createTempDirectory("fencepost-case-");
      try {
        return tool.examine(given, work);
      } finally {
        delete(work);
      }
    } catch (IOException | RuntimeException e) {
      // One case must not cost the results of the others.
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
