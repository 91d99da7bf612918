package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.frontend.Strict;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.LiveTrace;
import fencepost.trace.RecordedTrace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run of a program that was built with the capture library, analysed while it goes on. */
final class MonitoredRun {
  /** Of records that wait to be analysed; with fewer bytes of them there is time for a nap. */
  private static final long LONGEST_STANDSTILL = TimeUnit.SECONDS.toNanos(10);

  private static final long BATCH = 1 << 18;

  private final String name;
  private final List<String> command;
  private ProcessBuilder.Redirect output = ProcessBuilder.Redirect.INHERIT;
  private @Nullable Path record;
  private long timeoutSeconds;
  private boolean ownLauncher;
  private final List<String> notes = new ArrayList<>();

  private boolean timedOut;
  private boolean failed;

  /** Since when there has been no memory for what cannot be analysed yet; 0 if there is. */
  private long fullSince;

  private Set<Strict> strict = Set.of();

  /**
   * What came of it.
   *
   * @param programExit the exit code of the program itself
   * @param timedOut whether the program had to be stopped
   * @param failed whether the analysis came to an end before the program
   */
  record Result(RunReport report, int programExit, boolean timedOut, boolean failed) {}

  MonitoredRun(String name, List<String> command) {
    this.name = name;
    this.command = command;
  }

  MonitoredRun recordTo(@Nullable Path directory) {
    record = directory;
    return this;
  }

  MonitoredRun timeoutAfter(long seconds) {
    timeoutSeconds = seconds;
    return this;
  }

  /** The program is started by a command of the user's, which may do other things as well. */
  MonitoredRun launchedBy(@Nullable String custom) {
    ownLauncher = custom != null;
    return this;
  }

  MonitoredRun strict(Set<Strict> where) {
    strict = where;
    return this;
  }

  /**
   * One of several runs at a time: none of them reads what is typed, or each would take from it.
   */
  MonitoredRun outputTo(ProcessBuilder.Redirect redirect) {
    output = redirect;
    return this;
  }

  Result run(Suppressions suppressions) {
    RaceCollector races = new RaceCollector();
    Analysis analysis = new Analysis(races, strict);
    try {
      if (record != null) {
        RecordedTrace.create(record, name);
      }
      try (LiveTrace trace = LiveTrace.create(record)) {
        int programExit = runAndWatch(trace, analysis, races);
        boolean complete = conclude(trace, analysis, programExit);
        RunReport report =
            RunReport.of(
                analysis.models(),
                name,
                analysis.ranks(),
                complete,
                new ReportBuilder(analysis).findings(races),
                suppressions,
                notes,
                analysis.events());
        return new Result(report, programExit, timedOut, failed);
      }
    } catch (FileAlreadyExistsException e) {
      throw new ToolFailure(
          ExitCode.WRONG_USE, e.getFile() + "; record into another directory, or remove it");
    } catch (UncheckedIOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, e.toString());
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, e.toString());
    }
  }

  /**
   * Open MPI's launcher makes and removes a directory that all runs of a user share, and sometimes
   * fails because another run has just removed it (open-mpi/ompi#8510). So each run has its own.
   */
  private int runAndWatch(LiveTrace trace, Analysis analysis, RaceCollector races)
      throws IOException {
    Path session = Files.createTempDirectory("fencepost-");
    try {
      return watch(trace, analysis, races, session);
    } finally {
      NativeLibrary.delete(session);
    }
  }

  private int watch(LiveTrace trace, Analysis analysis, RaceCollector races, Path session)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO().redirectOutput(output);
    builder.environment().putIfAbsent("OMPI_MCA_orte_tmpdir_base", session.toString());
    if (!output.equals(ProcessBuilder.Redirect.INHERIT)) {
      builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
    }
    builder.environment().put("FENCEPOST_DIR", trace.directory().toString());
    long deadline =
        timeoutSeconds > 0
            ? System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds)
            : Long.MAX_VALUE;
    LauncherProcess launcher = new LauncherProcess(builder.start(), !ownLauncher);
    Progress progress = new Progress(output.equals(ProcessBuilder.Redirect.INHERIT));
    Backoff backoff = new Backoff();
    while (launcher.isAlive()) {
      trace.newRings().forEach(analysis::add);
      boolean moved = step(trace, analysis);
      if (moved) {
        backoff.reset();
      }
      if (failed) {
        launcher.stop(); // nobody reads its records any more
      }
      if (!moved || trace.backlog() < BATCH) {
        backoff.pause();
      }
      launcher.endIfOverdue();
      progress.show(analysis, races, trace);
      if (System.nanoTime() > deadline) {
        launcher.stop();
        deadline = Long.MAX_VALUE;
        timedOut = true;
        notes.add("the program was stopped after " + timeoutSeconds + " seconds");
      }
    }
    progress.clear();
    trace.newRings().forEach(analysis::add);
    if (launcher.wasLeftBehind()) {
      notes.add(command.get(0) + " did not end after its processes had, and was stopped");
    }
    return launcher.exitValue();
  }

  private boolean step(LiveTrace trace, Analysis analysis) {
    try {
      boolean moved = !failed && analysis.step();
      if (!failed && !moved && trace.isNearlyFull()) {
        return makeRoom(trace, analysis);
      }
      fullSince = 0;
      return moved;
    } catch (BrokenTraceException e) {
      fail(e);
      return false;
    }
  }

  /**
   * A ring is full of records that cannot be analysed before those of another process, which may
   * itself wait for the writer. They are kept in memory. Only if there is no more of it for some
   * time does the analysis go on without what is missing, and the report says so.
   */
  private boolean makeRoom(LiveTrace trace, Analysis analysis) {
    if (trace.setAside(Runtime.getRuntime().maxMemory() / 4)) {
      fullSince = 0;
      return true;
    }
    long now = System.nanoTime();
    if (fullSince == 0) {
      fullSince = now;
    }
    return now - fullSince > LONGEST_STANDSTILL && analysis.goOnUnproven();
  }

  private Analysis.Ending end(Analysis analysis) {
    try {
      if (!failed) {
        return analysis.end();
      }
      analysis.finish();
      return Analysis.Ending.INCOMPLETE;
    } catch (BrokenTraceException e) {
      fail(e);
      return Analysis.Ending.INCOMPLETE;
    }
  }

  /** What has been found until the analysis fails is still reported. */
  private void fail(BrokenTraceException e) {
    failed = true;
    notes.add("the records of the program make no sense: " + e.getMessage());
  }

  /** Takes in what is left; returns whether the whole run was seen. */
  private boolean conclude(LiveTrace trace, Analysis analysis, int programExit) {
    Analysis.Ending ending = end(analysis);
    if (ending == Analysis.Ending.NOTHING && programExit != 0) {
      throw new ToolFailure(
          programExit,
          "the program ended with exit code "
              + programExit
              + " before it initialised MPI, OpenSHMEM or GASPI; nothing was recorded");
    }
    if (ending == Analysis.Ending.NOTHING) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED,
          "nothing was recorded: build "
              + name
              + " with 'fencepost cc', and it must initialise MPI, OpenSHMEM or GASPI");
    }
    if (programExit != 0) {
      notes.add("the program ended with exit code " + programExit);
    }
    if (ending == Analysis.Ending.INCOMPLETE) {
      notes.add(
          "not every process came to its end; the report covers what was recorded until then");
    }
    List<String> remarks = analysis.remarks();
    notes.addAll(remarks);
    if (trace.lostRecords()) {
      notes.add("some calls with very long argument lists could not be recorded");
    }
    return ending == Analysis.Ending.COMPLETE && remarks.isEmpty() && !trace.lostRecords();
  }
}
