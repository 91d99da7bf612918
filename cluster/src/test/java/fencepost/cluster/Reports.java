package fencepost.cluster;

import fencepost.frontend.Analysis;
import fencepost.report.AnalysedTrace;
import fencepost.report.JsonReport;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.RunTimeline;
import fencepost.report.SourceMap;
import fencepost.report.SourcePlace;
import fencepost.report.TextReport;
import fencepost.trace.RecordedTrace;
import fencepost.trace.Sites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All that is reported of a trace, as one text. */
final class Reports {
  private Reports() {}

  /** What the analysis of one process reports. */
  static String embedded(Path directory) throws IOException {
    RaceCollector races = new RaceCollector();
    Analysis analysis = new Analysis(races, Set.of(), false);
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      trace.strands().forEach(analysis::add);
      Analysis.Ending ending = analysis.end();
      return of(new AnalysedTrace(ending, List.of(), analysis.outcome(), races));
    }
  }

  static String of(AnalysedTrace analysed) {
    List<String> notes = new ArrayList<>(analysed.notes());
    notes.addAll(analysed.run().remarks());
    RunReport report =
        new RunReport(
                analysed.run().models(),
                "made up",
                analysed.run().ranks(),
                analysed.ending() == Analysis.Ending.COMPLETE,
                new ReportBuilder(analysed.run(), new Lines()).findings(analysed.races()),
                0,
                notes,
                Map.of("events", analysed.run().events()))
            .withTimeline(RunTimeline.of(analysed.run()))
            .withUnseen(List.copyOf(analysed.run().modules()));
    return TextReport.of(report, TextReport.Style.PLAIN) + JsonReport.of(report);
  }

  /** Every site is a line of its own. */
  private static final class Lines implements SourceMap {
    @Override
    public void resolve(Collection<Sites.Site> sites) {}

    @Override
    public List<SourcePlace> stack(Sites.Site site) {
      return List.of(new SourcePlace("made-up.c", (int) site.offset() + 1, "main"));
    }

    @Override
    public @Nullable Variable variable(String module, long offset) {
      return null;
    }
  }
}
