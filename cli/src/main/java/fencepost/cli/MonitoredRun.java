package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.frontend.Strict;
import fencepost.nodes.Nodes;
import fencepost.report.Candidate;
import fencepost.report.Finding;
import fencepost.report.PredictedRaces;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.RunReport;
import fencepost.report.RunTimeline;
import fencepost.report.Suppressions;
import fencepost.trace.LiveTrace;
import fencepost.trace.OwnedDirectory;
import fencepost.trace.RecordedTrace;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a program that was built with the capture library, analysed while it goes on. The
 * thread that is here watches over both: see {@link Supervision}.
 */
final class MonitoredRun {
  private final String name;
  private final List<String> command;
  private ProcessBuilder.Redirect output = ProcessBuilder.Redirect.INHERIT;
  private @Nullable Path record;
  private long timeoutSeconds;
  private boolean ownLauncher;
  private boolean onOtherNodes;
  private @Nullable String bind;
  private boolean alone;
  private boolean listens;
  private Set<Strict> strict = Set.of();
  private boolean threads;
  private boolean predict;
  private @Nullable Long seed;
  private PredictedRaces.@Nullable Predicted predicted;
  private @Nullable String held;
  private @Nullable WatchPage page;
  private final List<String> notes = new ArrayList<>();

  /**
   * What came of it.
   *
   * @param programExit the exit code of the program itself
   * @param timedOut whether the program or the analysis had to be stopped
   * @param failed whether something of the run that the tool should have seen was not seen
   * @param signal the number of the signal that has ended the run; 0 if none
   * @param candidates what may race in another run, if it was asked for
   */
  record Result(
      RunReport report,
      int programExit,
      boolean timedOut,
      boolean failed,
      int signal,
      List<Candidate> candidates) {

    /** What the tool exits with if there are no races. */
    int exitCode() {
      if (signal != 0) {
        return Signals.exitCode(signal);
      }
      return failed ? ExitCode.TOOL_FAILED : timedOut ? ExitCode.TIMED_OUT : programExit;
    }

    /** The same of a run that was steered for a race, which it has shown or not. */
    Result replayed(PredictedRaces.Predicted race) {
      return with(report.replayed(race));
    }

    Result with(RunReport other) {
      return new Result(other, programExit, timedOut, failed, signal, candidates);
    }
  }

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

  /**
   * Processes may be on other nodes.
   *
   * @param address the address or the network interface at which these reach us; null for any
   */
  MonitoredRun onOtherNodes(boolean possible, @Nullable String address) {
    onOtherNodes = possible;
    bind = address;
    return this;
  }

  /**
   * The program is started by nobody: the terminal is its own. It would print later if it printed
   * elsewhere, and a launcher would not.
   */
  MonitoredRun alone(boolean withoutLauncher) {
    alone = withoutLauncher;
    return this;
  }

  /** Somebody may look at it while it goes on. */
  MonitoredRun watchedOn(@Nullable WatchPage shown) {
    page = shown;
    return this;
  }

  MonitoredRun strict(Set<Strict> where) {
    strict = where;
    return this;
  }

  /** Races of threads count that have nothing to do with remote operations. */
  MonitoredRun withThreads(boolean count) {
    threads = count;
    return this;
  }

  /** Races count that only the luck of this run has hidden. */
  MonitoredRun predicting(boolean count) {
    predict = count;
    return this;
  }

  /** Calls are held, and on the testbed deliveries delayed, as the seed says; null for neither. */
  MonitoredRun shakenBy(@Nullable Long chosen) {
    seed = chosen;
    return this;
  }

  /** Locks are taken in turns that show a predicted race, if the program lets that happen. */
  MonitoredRun steeredFor(PredictedRaces.@Nullable Predicted race) {
    predicted = race;
    return this;
  }

  /** Some calls are held, so that the program is told something else; null for none. */
  MonitoredRun holding(@Nullable String calls) {
    held = calls;
    return this;
  }

  /** The only run of the tool: a signal ends it, and not the tool. */
  MonitoredRun endedBySignals() {
    listens = true;
    return this;
  }

  /**
   * One of several runs at a time: none of them reads what is typed, or each would take from it.
   */
  MonitoredRun outputTo(ProcessBuilder.Redirect redirect) {
    output = redirect;
    return this;
  }

  /**
   * Open MPI's launcher makes and removes a directory that all runs of a user share, and sometimes
   * fails because another run has just removed it (open-mpi/ompi#8510). So each run has its own.
   */
  Result run(Suppressions suppressions) {
    try {
      if (record != null) {
        RecordedTrace.create(record, name);
      }
      try (LiveTrace trace = LiveTrace.create(record);
          OwnedDirectory session = OwnedDirectory.create("session");
          Nodes nodes = onOtherNodes ? OtherNodes.listen(trace, bind) : null) {
        return run(trace, session.path(), nodes, suppressions);
      }
    } catch (FileAlreadyExistsException e) {
      throw new ToolFailure(
          ExitCode.WRONG_USE, e.getFile() + "; record into another directory, or remove it");
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  private Result run(
      LiveTrace trace, Path session, @Nullable Nodes nodes, Suppressions suppressions)
      throws IOException {
    RaceCollector races = new RaceCollector();
    Analysis analysis =
        predict
            ? Analysis.predicting(races, strict, threads)
            : new Analysis(races, strict, threads);
    Signals signals = listens ? Signals.listen() : new Signals();
    Process process = start(trace, session, nodes);
    ProgramOutput printed = new ProgramOutput(process);
    LauncherProcess program = new LauncherProcess(process, trace.directory(), !ownLauncher);
    try {
      Progress progress = new Progress(sharesTerminal(), page != null);
      LiveAnalysis live = new LiveAnalysis(trace, nodes, analysis, races, program, progress);
      Supervision supervision =
          new Supervision(live, program, signals, TimeUnit.SECONDS.toNanos(timeoutSeconds));
      if (page != null) {
        page.show(new RunInView(name, analysis, races, progress, trace, suppressions));
      }
      live.start();
      supervision.watch();
      supervision.endOrphans(trace);
      printed.await();
      notes.addAll(supervision.notes());
      if (program.wasLeftBehind()) {
        notes.add(command.get(0) + " did not end after its processes had, and was stopped");
      }
      RunEnding ending = new RunEnding(trace, nodes, analysis, live.ending(), program.exitValue());
      ending.failIfNothingWasSeen(name, supervision, signals.received());
      ending.describe(notes);
      boolean failed = !live.failure().isEmpty();
      RunReport report =
          RunReport.of(
                  analysis.models(),
                  name,
                  analysis.ranks(),
                  ending.isComplete() && !failed && !supervision.cutShort(),
                  findings(analysis, races),
                  suppressions,
                  notes,
                  Map.of("events", analysis.events()))
              .withTimeline(RunTimeline.of(analysis.outcome()))
              .withUnseen(BlindSpots.of(analysis.outcome().modules()));
      if (page != null) {
        page.show(new RunInView.Ended(report)); // the trace goes away
      }
      return new Result(
          report,
          program.exitValue(),
          supervision.timedOut(),
          failed || ending.isPartlyUnseen(),
          signals.received(),
          predict ? new ReportBuilder(analysis.outcome()).candidates(races) : List.of());
    } finally {
      if (program.isAlive()) {
        program.kill();
      }
      program.letGo();
    }
  }

  private boolean sharesTerminal() {
    return output.equals(ProcessBuilder.Redirect.INHERIT) && !alone;
  }

  private Process start(LiveTrace trace, Path session, @Nullable Nodes nodes) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO().redirectOutput(output);
    UserEnvironment.restore(builder);
    if (nodes == null || ownLauncher) { // on other nodes it would be left
      builder.environment().putIfAbsent("OMPI_MCA_orte_tmpdir_base", session.toString());
    }
    if (!output.equals(ProcessBuilder.Redirect.INHERIT)) {
      builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
    } else if (sharesTerminal()) {
      ProgramOutput.share(builder);
    }
    builder.environment().put("FENCEPOST_DIR", trace.directory().toString());
    if (threads) {
      builder.environment().put("FENCEPOST_THREADS", "1");
    }
    if (seed != null) {
      builder.environment().put("FENCEPOST_SHAKE", seed.toString());
      builder.environment().put("FENCEPOST_TESTBED_DELAY", seed.toString());
    }
    if (held != null) {
      builder.environment().put("FENCEPOST_HOLD", held);
    }
    if (nodes != null) {
      OtherNodes.describe(nodes.environment(), builder.environment());
    }
    if (predicted != null) {
      Path turns = Files.write(session.resolve("turns"), predicted.turns());
      builder.environment().put("FENCEPOST_REPLAY", turns.toString());
    }
    return builder.start();
  }

  /**
   * An analysis that was given up may still be at work while its findings are collected, so what it
   * is changing at that moment can be in the way; then they are collected again.
   */
  static List<Finding> findings(Analysis analysis, RaceCollector races) {
    for (int attempt = 0; ; attempt++) {
      try {
        return new ReportBuilder(analysis.outcome()).findings(races);
      } catch (RuntimeException e) {
        if (attempt == 20) {
          throw e;
        }
      }
    }
  }
}
