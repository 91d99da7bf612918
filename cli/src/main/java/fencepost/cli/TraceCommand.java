package fencepost.cli;

import fencepost.report.Printable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.FileCursor;
import fencepost.trace.RecordText;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what is in a recorded trace. */
@Command(
    name = "trace",
    description = "Prints the records of a trace, or counts them.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost trace --count trace",
      "  fencepost trace --name=MPI_Put --most=20 trace"
    })
final class TraceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The directory given to --record.")
  Path directory = Path.of(".");

  @Option(
      names = "--count",
      description = "How many records of each kind there are, and how much room they take.")
  boolean count;

  @Option(
      names = "--strand",
      split = ",",
      paramLabel = "N",
      description = "Only of these files strand.N (default: all).")
  List<Integer> strands = List.of();

  @Option(
      names = "--name",
      split = ",",
      paramLabel = "NAME",
      description = "Only these calls, or load, store, sync, ...; * stands for anything.")
  List<String> names = List.of();

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "0",
      description = "From this record of each strand on (default: 0).")
  long from;

  @Option(
      names = "--most",
      paramLabel = "N",
      description = "At most so many records of each strand (default: all).")
  long most = Long.MAX_VALUE;

  /** How many records there are of a kind, and for how many loads and stores they stand. */
  private static final class Count {
    long records;
    long accesses;
  }

  private final Map<String, Count> counts = new TreeMap<>();
  private boolean damaged;

  @Override
  public Integer call() {
    if (from < 0 || most < 0) {
      throw ToolFailure.wrongUse("a number of records is not negative");
    }
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      for (int i = 0; i < trace.strands().size(); i++) {
        int number = trace.numbers().get(i);
        if (strands.isEmpty() || strands.contains(number)) {
          read(number, trace.strands().get(i));
        }
      }
      if (count) {
        printCounts(trace);
      }
    } catch (RecordedTrace.OtherVersionException | BrokenTraceException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "cannot show the trace in " + directory + ": " + e.getMessage());
    } catch (IOException e) {
      throw ToolFailure.wrongUse(
          "cannot read the trace in " + directory + ": " + FileTrouble.describe(e));
    }
    return damaged ? ExitCode.TOOL_FAILED : ExitCode.NOTHING_FOUND;
  }

  /** Up to where the strand is damaged. */
  private void read(int strand, FileCursor records) {
    List<Pattern> wanted = names.stream().map(TraceCommand::pattern).toList();
    try {
      long left = most;
      for (long number = records.seek(from); left > 0 && records.hasRecord(); number++) {
        String name = RecordText.name(records);
        boolean isWanted =
            wanted.isEmpty() || wanted.stream().anyMatch(p -> p.matcher(name).matches());
        if (number >= from && isWanted) {
          left--;
          tell(strand, number, name, records);
        }
        records.advance();
      }
    } catch (BrokenTraceException e) {
      damaged = true;
      System.err.printf(
          "fencepost: strand %d is damaged at byte %d of its records: %s%n",
          strand, records.position(), e.getMessage());
    }
  }

  private void tell(int strand, long number, String name, FileCursor record) {
    if (count) {
      Count sum = counts.computeIfAbsent(name, key -> new Count());
      sum.records++;
      sum.accesses += RecordText.accesses(record);
    } else {
      System.out.println(Printable.line(strand + " " + number + " " + RecordText.line(record)));
    }
  }

  private static Pattern pattern(String name) {
    return Pattern.compile(Pattern.quote(name).replace("*", "\\E.*\\Q"), Pattern.CASE_INSENSITIVE);
  }

  private void printCounts(RecordedTrace trace) throws IOException {
    long records = 0;
    long accesses = 0;
    for (Map.Entry<String, Count> entry : counts.entrySet()) {
      Count sum = entry.getValue();
      String runs = sum.accesses == 0 ? "" : String.format("  for %,d accesses", sum.accesses);
      System.out.printf(
          Locale.ROOT, "%,15d  %s%s%n", sum.records, Printable.text(entry.getKey()), runs);
      records += sum.records;
      accesses += sum.accesses;
    }
    System.out.printf(Locale.ROOT, "%,15d  records, %,d accesses%n", records, accesses);
    if (strands.isEmpty() && names.isEmpty() && from == 0 && most == Long.MAX_VALUE) {
      long bytes = trace.bytes();
      System.out.printf(
          Locale.ROOT,
          "%,15d  bytes in files, %.1f for each record%n",
          bytes,
          records == 0 ? 0 : (double) bytes / records);
    }
  }
}
