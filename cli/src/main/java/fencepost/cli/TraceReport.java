package fencepost.cli;

import fencepost.frontend.AnalysedRun;
import fencepost.frontend.Analysis;
import fencepost.report.AnalysedTrace;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.RunTimeline;
import fencepost.report.Suppressions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is reported of a trace, wherever it was analysed.
 *
 * @param directory of the trace, for messages
 */
record TraceReport(Path directory, String program, AnalysedTrace analysed) {

  /** Returns what the command exits with. */
  int write(ReportOptions reportOptions, Suppressions suppressions) {
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
}
