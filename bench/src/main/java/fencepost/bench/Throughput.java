package fencepost.bench;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** How many events per second the analysis takes in, on one thread, from made-up traces. */
public final class Throughput {

  /** With more ranks, the files of their rings would be more than a process may open. */
  private static final int MOST_RINGS = 256;

  /** With more ranks, records are made while they are read. */
  private static final int MOST_FILES = 8192;

  private final List<Workload> programs;
  private final long events;
  private final List<Integer> ranks;
  private final int repetitions;
  private final double warmUpSeconds;
  private final Consumer<String> progress;

  /**
   * @param programs what to measure
   * @param events how many events each trace has, about
   * @param ranks the numbers of ranks to try
   * @param warmUpSeconds how long each trace is analysed before it is measured
   * @param progress told what is being done
   */
  public Throughput(
      List<Workload> programs,
      long events,
      List<Integer> ranks,
      int repetitions,
      double warmUpSeconds,
      Consumer<String> progress) {
    this.programs = programs;
    this.events = events;
    this.ranks = ranks;
    this.repetitions = repetitions;
    this.warmUpSeconds = warmUpSeconds;
    this.progress = progress;
  }

  /** Measures, and returns a report in Markdown. */
  public String report(String command) throws IOException {
    String machine = MeasuredMachine.describe();
    MarkdownTable table =
        new MarkdownTable(
            "program",
            "ranks",
            "events",
            "million events/s of one core",
            "through rings",
            "effects remembered, most",
            "live heap at the end",
            "per event",
            "allocated per event");
    for (Workload workload : programs) {
      for (int number : ranks) {
        progress.accept(workload.title() + ", " + number + " ranks");
        row(table, workload, number);
      }
    }
    return table
        + String.format(
            "%nAn event is a record: a call entered or left, or a run of loads or stores of one"
                + " instruction. Median (and range) of %d runs after %.0f seconds to warm up, one"
                + " thread, in processor time with garbage collection; once from recorded traces,"
                + " once through the rings of running processes (up to 256 ranks). The records of"
                + " more than 8192 ranks are made up while they are read, which is counted.%n"
                + "Measured with `%s` on %s.%n",
            repetitions, warmUpSeconds, command, machine);
  }

  private void row(MarkdownTable table, Workload workload, int number) throws IOException {
    if (number > MOST_FILES) {
      List<AnalysisRun> runs = new ArrayList<>();
      for (int i = 0; i < repetitions; i++) {
        runs.add(AnalysisRun.simulated(workload, number, events));
      }
      row(table, workload, number, runs, List.of());
      return;
    }
    try (OwnedDirectory owned = OwnedDirectory.create("bench")) {
      Path directory = owned.path();
      workload.write(directory, number, events);
      warmUp(directory, number);
      List<AnalysisRun> runs = new ArrayList<>();
      List<AnalysisRun> live = new ArrayList<>();
      for (int i = 0; i < repetitions; i++) {
        runs.add(AnalysisRun.of(directory));
        if (number <= MOST_RINGS) {
          live.add(AnalysisRun.live(directory));
        }
      }
      row(table, workload, number, runs, live);
    }
  }

  private static void row(
      MarkdownTable table,
      Workload workload,
      int number,
      List<AnalysisRun> runs,
      List<AnalysisRun> live) {
    AnalysisRun last = runs.get(runs.size() - 1);
    table.row(
        workload.title(),
        String.valueOf(number),
        String.format(Locale.ROOT, "%,d", last.events()),
        millions(runs),
        live.isEmpty() ? "" : millions(live),
        String.format(Locale.ROOT, "%,d", last.mostRemembered()),
        mebibytes(leastLive(runs)),
        String.format(Locale.ROOT, "%d B", leastLive(runs) / last.events()),
        String.format(Locale.ROOT, "%d B", last.allocatedBytes() / last.events()));
  }

  /** The first runs measure the compiler of the JVM more than anything else. */
  private void warmUp(Path directory, int number) throws IOException {
    for (double seconds = 0; seconds < warmUpSeconds; ) {
      seconds += AnalysisRun.of(directory).seconds();
      seconds += number <= MOST_RINGS ? AnalysisRun.live(directory).seconds() : 0;
    }
  }

  private static String millions(List<AnalysisRun> runs) {
    return new Sample(runs.stream().map(run -> run.eventsPerProcessorSecond() / 1e6).toList())
        .show();
  }

  /** The JVM may hold on to the run before for a while; the least is this run alone. */
  private static long leastLive(List<AnalysisRun> runs) {
    return runs.stream().mapToLong(AnalysisRun::liveBytes).min().orElseThrow();
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
  }
}
