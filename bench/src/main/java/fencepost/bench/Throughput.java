package fencepost.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** How many events per second the analysis takes in, on one thread, from made-up traces. */
public final class Throughput {
  private static final int WARM_UPS = 2;

  private final long events;
  private final List<Integer> ranks;
  private final int repetitions;
  private final Consumer<String> progress;

  /**
   * @param events how many events each trace has, about
   * @param ranks the numbers of ranks to try
   * @param progress told what is being done
   */
  public Throughput(
      long events, List<Integer> ranks, int repetitions, Consumer<String> progress) {
    this.events = events;
    this.ranks = ranks;
    this.repetitions = repetitions;
    this.progress = progress;
  }

  /** Measures, and returns a report in Markdown. */
  public String report(String command) throws IOException {
    String machine = Machine.describe();
    MarkdownTable table =
        new MarkdownTable(
            "synchronisation",
            "ranks",
            "events",
            "million events/s",
            "remembered, most",
            "at the end",
            "live heap at the end",
            "heap with garbage, most",
            "allocated per event");
    for (Workload workload : Workload.values()) {
      for (int number : ranks) {
        progress.accept(workload.title() + ", " + number + " ranks");
        row(table, workload, number);
      }
    }
    return table
        + String.format(
            "%nMedian (and range) of %d runs after %d to warm up, one thread.%n"
                + "Measured with `%s` on %s.%n",
            repetitions, WARM_UPS, command, machine);
  }

  private void row(MarkdownTable table, Workload workload, int number) throws IOException {
    Path directory = Files.createTempDirectory("fencepost-bench-");
    try {
      workload.write(directory, number, events);
      List<AnalysisRun> runs = new ArrayList<>();
      for (int i = 0; i < WARM_UPS + repetitions; i++) {
        runs.add(AnalysisRun.of(directory));
      }
      List<AnalysisRun> counted = runs.subList(WARM_UPS, runs.size());
      AnalysisRun last = counted.get(counted.size() - 1);
      table.row(
          workload.title(),
          String.valueOf(number),
          String.format(Locale.ROOT, "%,d", last.events()),
          new Sample(counted.stream().map(run -> run.eventsPerSecond() / 1e6).toList()).show(),
          String.format(Locale.ROOT, "%,d", last.mostRemembered()),
          String.format(Locale.ROOT, "%,d", last.rememberedAtEnd()),
          mebibytes(last.liveBytes()),
          mebibytes(last.peakBytes()),
          String.format(Locale.ROOT, "%d B", last.allocatedBytes() / last.events()));
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
  }
}
