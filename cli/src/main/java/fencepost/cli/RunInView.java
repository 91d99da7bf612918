package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.RaceCollector;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import fencepost.trace.LiveTrace;
import java.util.List;
import java.util.Map;

/** A run that goes on, as far as it can be seen from outside. */
record RunInView(
    String name,
    Analysis analysis,
    RaceCollector found,
    Progress line,
    LiveTrace trace,
    Suppressions suppressions)
    implements WatchPage.Run {

  @Override
  public String progress() {
    return line.text(analysis, found, trace);
  }

  @Override
  public int races() {
    return found.size();
  }

  @Override
  public RunReport report() {
    return new RunReport(
        analysis.models(),
        name,
        analysis.ranks(),
        false,
        suppressions.keep(MonitoredRun.findings(analysis, found)),
        0,
        List.of("the run is still going on"),
        Map.of("events", analysis.events()));
  }

  @Override
  public boolean isOver() {
    return false;
  }

  /** The same when nothing more will come. */
  record Ended(RunReport report) implements WatchPage.Run {
    @Override
    public String progress() {
      return "the run is over";
    }

    @Override
    public int races() {
      return report.findings().size();
    }

    @Override
    public boolean isOver() {
      return true;
    }
  }
}
