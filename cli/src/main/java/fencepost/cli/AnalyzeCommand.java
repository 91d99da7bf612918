package fencepost.cli;

import fencepost.frontend.AnalysedRun;
import fencepost.frontend.Analysis;
import fencepost.report.AnalysedTrace;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.RunTimeline;
import fencepost.report.Suppressions;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.OwnedDirectory;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
      AnalysedTrace analysed = flink == null ? analyse(trace) : analyseOn(flink, trace);
      return report(trace.program(), analysed, suppressions);
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

  private AnalysedTrace analyseOn(String cluster, RecordedTrace trace) throws IOException {
    ToolFailure.require(!predict, "--predict needs the whole trace in one place: without --flink");
    int colon = cluster.lastIndexOf(':');
    ToolFailure.require(
        colon > 0 && cluster.substring(colon + 1).matches("[0-9]{1,5}"),
        "--flink=HOST:PORT names the page of a cluster");
    try (OwnedDirectory own = OwnedDirectory.create("flink")) {
      Path result = own.path().resolve("analysed");
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  cluster.substring(0, colon),
                  cluster.substring(colon + 1),
                  String.valueOf(parts),
                  String.valueOf(threads),
                  reportOptions.strict.stream().map(Enum::name).collect(Collectors.joining(",")),
                  directory.toRealPath().toString(),
                  result.toString()));
      arguments.addAll(FlinkLibrary.jars());
      int exitCode = FlinkLibrary.run("Submission", arguments);
      if (exitCode != 0) {
        throw new ToolFailure(ExitCode.TOOL_FAILED, "the analysis on " + cluster + " failed");
      }
      AnalysedTrace analysed = AnalysedTrace.read(result);
      List<String> notes = new ArrayList<>(analysed.notes());
      notes.addAll(trace.missing(analysed.run().ranks(), true));
      return new AnalysedTrace(analysed.ending(), notes, analysed.run(), analysed.races());
    }
  }

  private int report(String program, AnalysedTrace analysed, Suppressions suppressions) {
    Analysis.Ending ending = analysed.ending();
    AnalysedRun run = analysed.run();
    if (ending == Analysis.Ending.NOTHING) {
      throw new ToolFailure(ExitCode.WRONG_USE, "there is nothing recorded in " + directory);
    }
    List<String> notes = new ArrayList<>(analysed.notes());
    if (notes.isEmpty() && ending == Analysis.Ending.INCOMPLETE) {
      notes.add("the trace ends before every process came to its end");
    }
    notes.addAll(run.remarks());
    boolean complete = ending == Analysis.Ending.COMPLETE && notes.isEmpty();
    notes.addAll(AnalysedRun.legend(run.names()));
    int open = new ReportBuilder(run).candidates(analysed.races()).size();
    if (open > 0) {
      notes.add(
          (open == 1 ? "1 pair of places races" : open + " pairs of places race")
              + " only if the program is told of another order than in this run; 'fencepost run"
              + " --predict' tries whether it is");
    }
    RunReport report =
        RunReport.of(
                run.models(),
                program,
                run.ranks(),
                complete,
                new ReportBuilder(run).findings(analysed.races()),
                suppressions,
                notes,
                Map.of("events", run.events()))
            .withTimeline(RunTimeline.of(run))
            .withUnseen(BlindSpots.of(run.modules()));
    int exitCode = reportOptions.write(report);
    return report.findings().isEmpty() && !complete ? ExitCode.TOOL_FAILED : exitCode;
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
