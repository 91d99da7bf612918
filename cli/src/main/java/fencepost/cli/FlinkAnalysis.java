package fencepost.cli;

import fencepost.frontend.Strict;
import fencepost.report.AnalysedTrace;
import fencepost.trace.OwnedDirectory;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Has a cluster of Apache Flink analyse a trace, which it reads from the same directory. */
final class FlinkAnalysis {
  private final String cluster;
  private final int parts;
  private final boolean threads;
  private final Set<Strict> strict;

  /**
   * An analysis that has not begun.
   *
   * @param cluster the host and port of its page
   * @param parts of the race index; 0 for as many as there are TaskManagers
   */
  FlinkAnalysis(String cluster, int parts, boolean threads, Set<Strict> strict) {
    ToolFailure.require(
        cluster.matches(".+:[0-9]{1,5}"), "--flink=HOST:PORT names the page of a cluster");
    this.cluster = cluster;
    this.parts = parts;
    this.threads = threads;
    this.strict = strict;
  }

  /**
   * Returns when all is analysed.
   *
   * @param live whether the program is still running that writes the trace
   */
  AnalysedTrace analyse(Path directory, boolean live) throws IOException {
    int colon = cluster.lastIndexOf(':');
    try (OwnedDirectory own = OwnedDirectory.create("flink")) {
      Path result = own.path().resolve("analysed");
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  cluster.substring(0, colon),
                  cluster.substring(colon + 1),
                  String.valueOf(parts),
                  String.valueOf(threads),
                  strict.stream().map(Enum::name).collect(Collectors.joining(",")),
                  String.valueOf(live),
                  directory.toRealPath().toString(),
                  result.toString()));
      arguments.addAll(FlinkLibrary.jars());
      if (FlinkLibrary.run("Submission", arguments) != 0) {
        throw new ToolFailure(ExitCode.TOOL_FAILED, "the analysis on " + cluster + " failed");
      }
      return withWhatIsMissing(AnalysedTrace.read(result), directory);
    }
  }

  private static AnalysedTrace withWhatIsMissing(AnalysedTrace analysed, Path directory)
      throws IOException {
    List<String> notes = new ArrayList<>(analysed.notes());
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      notes.addAll(trace.missing(analysed.run().ranks(), true));
    }
    return new AnalysedTrace(analysed.ending(), notes, analysed.run(), analysed.races());
  }
}
