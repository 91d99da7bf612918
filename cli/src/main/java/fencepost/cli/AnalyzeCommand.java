package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.RunTimeline;
import fencepost.report.Suppressions;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Analyses a recorded trace. */
@Command(
    name = "analyze",
    description = "Reports the races of a trace that 'fencepost run --record=DIR' kept.",
    mixinStandardHelpOptions = true)
final class AnalyzeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The directory given to --record.")
  Path directory = Path.of(".");

  @Mixin ReportOptions reportOptions = new ReportOptions();

  @Override
  public Integer call() {
    reportOptions.check();
    Suppressions suppressions = reportOptions.suppressions();
    RaceCollector races = new RaceCollector();
    Analysis analysis = new Analysis(races, reportOptions.strict);
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      trace.strands().forEach(analysis::add);
      Analysis.Ending ending = analysis.end();
      if (ending == Analysis.Ending.NOTHING) {
        throw new ToolFailure(ExitCode.WRONG_USE, "there is nothing recorded in " + directory);
      }
      List<String> notes = new ArrayList<>();
      if (ending == Analysis.Ending.INCOMPLETE) {
        notes.add("the trace ends before every process came to its end");
      }
      notes.addAll(analysis.remarks());
      return reportOptions.write(
          RunReport.of(
                  analysis.models(),
                  trace.program(),
                  analysis.ranks(),
                  ending == Analysis.Ending.COMPLETE && notes.isEmpty(),
                  new ReportBuilder(analysis).findings(races),
                  suppressions,
                  notes,
                  analysis.events())
              .withTimeline(RunTimeline.of(analysis)));
    } catch (BrokenTraceException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "the trace in " + directory + " is damaged: " + e.getMessage());
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.WRONG_USE,
          "cannot read the trace in " + directory + ": " + FileTrouble.describe(e));
    }
  }
}
