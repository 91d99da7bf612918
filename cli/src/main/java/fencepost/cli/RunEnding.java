package fencepost.cli;

import fencepost.frontend.AnalysedRun;
import fencepost.frontend.Analysis;
import fencepost.nodes.Nodes;
import fencepost.trace.LiveTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, and what of it was not seen. What the tool should have seen and has not is a
 * failure of the tool: it never counts as "no race".
 */
final class RunEnding {
  private static final String BEFORE =
      ", before the program initialised MPI, OpenSHMEM or GASPI; nothing was recorded";

  private final LiveTrace trace;
  private final Analysis analysis;
  private final Analysis.Ending ending;
  private final int programExit;
  private final boolean mayBeElsewhere;
  private final List<String> remarks;
  private final List<String> missing;

  RunEnding(
      LiveTrace trace,
      @Nullable Nodes nodes,
      Analysis analysis,
      Analysis.Ending ending,
      int programExit) {
    this.trace = trace;
    this.analysis = analysis;
    this.ending = ending;
    this.programExit = programExit;
    this.mayBeElsewhere = nodes != null;
    this.remarks = analysis.remarks();
    this.missing = nodes == null ? List.of() : nodes.missing(analysis.timeMatters());
  }

  /** Whether every process was recorded from its beginning to its end. */
  boolean isComplete() {
    return ending == Analysis.Ending.COMPLETE
        && remarks.isEmpty()
        && missing.isEmpty()
        && !trace.lostRecords()
        && trace.unrecorded() == 0;
  }

  /** Whether something is missing that the program is not the reason of. */
  boolean isPartlyUnseen() {
    boolean fewer = trace.recorded() < analysis.ranks() && programExit == 0;
    return fewer
        || !missing.isEmpty()
        || trace.lostRecords()
        || trace.unrecorded() > 0
        || !trace.copyTrouble().isEmpty();
  }

  /** What the report should say of it. */
  void describe(List<String> notes) {
    if (programExit != 0) {
      notes.add("the program ended with exit code " + programExit);
    }
    if (trace.unrecorded() > 0) {
      notes.add(trace.unrecorded() + " processes were not recorded: " + trace.whyUnrecorded());
    } else if (trace.recorded() < analysis.ranks()) {
      notes.add(
          "only %d of %d processes were recorded: are all of them built with 'fencepost cc'?"
              .formatted(trace.recorded(), analysis.ranks()));
    } else if (ending == Analysis.Ending.INCOMPLETE) {
      notes.add(
          "not every process came to its end; the report covers what was recorded until then");
    }
    notes.addAll(missing);
    notes.addAll(AnalysedRun.legend(analysis.names()));
    notes.addAll(remarks);
    if (trace.lostRecords()) {
      notes.add("some calls with very long argument lists could not be recorded");
    }
    if (!trace.copyTrouble().isEmpty()) {
      notes.add("the trace is not whole: cannot write " + trace.copyTrouble());
    }
  }

  /** A run of which nothing was seen has no report. */
  void failIfNothingWasSeen(String program, Supervision supervision, int signal) {
    if (ending != Analysis.Ending.NOTHING) {
      return;
    }
    if (trace.unrecorded() > 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, "nothing was recorded: " + trace.whyUnrecorded());
    }
    if (signal != 0 || supervision.timedOut()) {
      throw new ToolFailure(
          signal != 0 ? Signals.exitCode(signal) : ExitCode.TIMED_OUT,
          supervision.notes().get(0) + BEFORE);
    }
    if (programExit != 0) {
      throw new ToolFailure(programExit, "it ended with exit code " + programExit + BEFORE);
    }
    throw new ToolFailure(
        ExitCode.TOOL_FAILED,
        "nothing was recorded: build "
            + program
            + " with 'fencepost cc', and it must initialise MPI, OpenSHMEM or GASPI (or start"
            + " threads, if races of these count: --threads)"
            + (mayBeElsewhere ? OtherNodes.NEEDED : ""));
  }
}
