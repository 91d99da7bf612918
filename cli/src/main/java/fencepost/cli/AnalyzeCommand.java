package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.AnalysedTrace;
import fencepost.report.RaceCollector;
import fencepost.report.Suppressions;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Analyses a recorded trace. */
@Command(
    name = "analyze",
    description = "Reports the races of a trace that 'fencepost run --record=DIR' kept.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost run --record=trace ./halo",
      "  fencepost analyze --html=report.html trace",
      "  fencepost analyze --flink=localhost:8081 trace"
    })
final class AnalyzeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The directory given to --record.")
  Path directory = Path.of(".");

  @Option(
      names = "--threads",
      description = "Also report races of the threads of one process, without remote operations.")
  boolean threads;

  @Option(
      names = "--predict",
      description =
          "Also report races that other runs have, in which locks are taken in"
              + " another order, or other messages are received.")
  boolean predict;

  @Option(
      names = "--flink",
      paramLabel = "HOST:PORT",
      description =
          "Analyse it on a cluster of Apache Flink, which reads the same directory; see 'fencepost"
              + " cluster'.")
  @Nullable String flink;

  @Option(
      names = "--parts",
      paramLabel = "N",
      defaultValue = "0",
      description = "With --flink: parts of the race index (default: as many as TaskManagers).")
  int parts;

  @Mixin ReportOptions reportOptions = new ReportOptions();

  @Override
  public Integer call() {
    reportOptions.check();
    Suppressions suppressions = reportOptions.suppressions();
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      AnalysedTrace analysed = flink == null ? analyse(trace) : analyseOn(flink);
      return new TraceReport(directory, trace.program(), analysed)
          .write(reportOptions, suppressions);
    } catch (RecordedTrace.OtherVersionException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED,
          String.format(
              "the trace in %s was recorded by another version of fencepost: %s; record it again",
              directory, e.getMessage()));
    } catch (BrokenTraceException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "the trace in " + directory + " is damaged: " + e.getMessage());
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.WRONG_USE,
          "cannot read the trace in " + directory + ": " + FileTrouble.describe(e));
    }
  }

  private AnalysedTrace analyse(RecordedTrace trace) {
    RaceCollector races = new RaceCollector();
    int cores = Runtime.getRuntime().availableProcessors() - 1; // one is for the order of records
    Analysis analysis =
        predict
            ? Analysis.predicting(races, reportOptions.strict, threads)
            : Analysis.onCores(cores, races, reportOptions.strict, threads);
    trace.strands().forEach(analysis::add);
    List<String> notes = new ArrayList<>();
    Analysis.Ending ending = end(analysis, notes);
    notes.addAll(trace.missing(analysis.ranks(), analysis.timeMatters()));
    return new AnalysedTrace(ending, notes, analysis.outcome(), races);
  }

  private AnalysedTrace analyseOn(String cluster) throws IOException {
    ToolFailure.require(!predict, "--predict needs the whole trace in one place: without --flink");
    return new FlinkAnalysis(cluster, parts, threads, reportOptions.strict)
        .analyse(directory, false);
  }

  /**
   * Analyses each strand up to its end or to where it is damaged. What came behind the damage is
   * missing as if the process had been killed there.
   */
  private static Analysis.Ending end(Analysis analysis, List<String> notes) {
    MemoryReserve reserve = new MemoryReserve();
    try {
      while (true) {
        try {
          return analysis.end();
        } catch (BrokenTraceException e) {
          notes.add(Analysis.damage(e));
        }
      }
    } catch (OutOfMemoryError e) {
      reserve.release();
      notes.add(LiveAnalysis.outOfMemory());
    } catch (RuntimeException | StackOverflowError e) {
      notes.add("the analysis failed" + LiveAnalysis.origin(e));
    }
    return Analysis.Ending.INCOMPLETE;
  }
}
