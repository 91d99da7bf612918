package fencepost.cli;

import fencepost.report.PredictedRaces;
import fencepost.report.Suppressions;
import fencepost.trace.OwnedDirectory;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program and analyses it while it runs. */
@Command(
    name = "run",
    description = "Runs a program, or compiles and runs source files, and reports its races.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost run -n 4 halo.c",
      "  fencepost run -n 4 ./halo 1000",
      "  fencepost run --launcher=\"srun -n 8\" ./halo",
      "  fencepost run -n 8 --hosts=node1,node2 ./halo",
      "  fencepost run -n 4 --html=report.html --json=report.json ./halo",
      "  fencepost run -n 4 --predict --shake=1 --runs=20 ./halo",
      "  fencepost run -n 4 --flink=localhost:8081 ./halo"
    })
final class RunCommand implements Callable<Integer> {
  @Option(
      names = "-n",
      paramLabel = "N",
      description = "Number of processes (default: 2).",
      defaultValue = "2")
  int processes = 2;

  @Option(
      names = "--launcher",
      paramLabel = "COMMAND",
      description = "Start the program with COMMAND instead of mpirun -n N.")
  @Nullable String launcher;

  @Option(
      names = "--hosts",
      paramLabel = "A,B",
      split = ",",
      description = "Run on these hosts, with as many processes on each; see docs/cluster.md.")
  List<String> hosts = List.of();

  @Option(
      names = "--hostfile",
      paramLabel = "FILE",
      description = "Run on the hosts of a file, which the launcher reads.")
  @Nullable Path hostfile;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "The address or network interface of this machine at which the other nodes reach it"
              + " (default: any).")
  @Nullable String bind;

  @Option(
      names = "--record",
      paramLabel = "DIR",
      description = "Also keep the trace in DIR, for 'fencepost analyze'.")
  @Nullable Path record;

  @Option(
      names = "--record-only",
      description =
          "With --record: analyse nothing now. Each node writes its part into DIR, which all nodes"
              + " must see, and nothing connects to this machine; see docs/cluster.md.")
  boolean recordOnly;

  @Option(
      names = "--flink",
      paramLabel = "HOST:PORT",
      description =
          "Analyse it on a cluster of Apache Flink while it runs. The cluster reads the directory of"
              + " --record, or one in the directory for temporary files; see docs/scale.md.")
  @Nullable String flink;

  @Option(
      names = "--parts",
      paramLabel = "N",
      defaultValue = "0",
      description = "With --flink: parts of the race index (default: as many as TaskManagers).")
  int parts;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop the program after that time and report what was seen.")
  @Nullable Long timeout;

  @Option(
      names = "--watch",
      description = "Show the run while it goes on, on a page of this machine only.")
  boolean watch;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "Programming model of the source files: mpi, shmem, gaspi or threads (default: by what they"
              + " include).")
  @Nullable String model;

  @Option(
      names = "--runtime",
      paramLabel = "LIBRARY",
      description =
          "The OpenSHMEM or GASPI library to use: testbed, system, or its directory (default: system"
              + " if it is sufficient, else testbed).")
  @Nullable String runtime;

  @Option(
      names = "--fast",
      description =
          "Instrument source files by the analysis of the whole program (Fortran needs flang).")
  boolean fast;

  @Option(
      names = "--threads",
      description =
          "Also report races of the threads of one process, without any remote operation; the program"
              + " need not use MPI.")
  boolean threads;

  @Option(
      names = "--predict",
      description =
          "Also report races that other runs have, in which locks are taken in"
              + " another order, or other messages are received.")
  boolean predict;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description =
          "With --predict: run the program again up to N times, with some calls held, for orders that"
              + " the program may act on (default: 8; 0: never).")
  @Nullable Integer candidates;

  @Option(
      names = "--shake",
      paramLabel = "SEED",
      arity = "0..1",
      preprocessor = OnlyAttached.class,
      description =
          "Hold calls for some milliseconds, and delay deliveries on the testbed, so that locks and"
              + " messages come in another order; SEED chooses which (default: 1).")
  @Nullable Long shake;

  @Option(
      names = "--replay",
      paramLabel = "REPORT",
      description =
          "Run the program once for each race that was predicted in a report of --json, with its"
              + " locks taken and messages sent in the order that shows the race.")
  @Nullable Path replay;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Run the program up to N times, with --shake by N seeds, until nothing new is found for a"
              + " while, and report all races (default: 1).")
  int runs = 1;

  @Mixin ReportOptions reportOptions = new ReportOptions();

  @Parameters(
      paramLabel = "PROGRAM ARGS",
      arity = "1..*",
      description = "A program built with fencepost cc, or source files; then its arguments.")
  List<String> words = List.of();

  /** What is to be replayed. */
  private List<PredictedRaces.Predicted> predicted = List.of();

  /** What follows {@code --shake} without a sign is not its value. */
  static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        words.push("1");
      }
      return false;
    }
  }

  @Override
  public Integer call() {
    Suppressions suppressions = checkOptions();
    Packages.require("addr2line");
    try {
      if (!CompilerArguments.isSource(words.get(0))) {
        return run(words, words.get(0), suppressions);
      }
      if (record != null) {
        // Without the program, the trace could not be traced back to its source lines.
        return compileAndRun(Files.createDirectories(record.toAbsolutePath()), suppressions);
      }
      try (OwnedDirectory work = OwnedDirectory.create("run")) {
        return compileAndRun(work.path(), suppressions);
      }
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  /** All mistakes are found before anything starts. */
  private Suppressions checkOptions() {
    ToolFailure.require(processes >= 1, "-n must be at least 1, not " + processes);
    ToolFailure.require(
        timeout == null || timeout >= 1, "--timeout must be at least 1 second, not " + timeout);
    ToolFailure.require(runs >= 1, "--runs must be at least 1, not " + runs);
    ToolFailure.require(
        runs == 1 || record == null, "--record keeps the trace of one run; leave out --runs");
    ToolFailure.require(
        candidates == null || (predict && candidates >= 0),
        "--candidates=N, at least 0, says how often --predict runs the program again");
    if (replay != null) {
      ToolFailure.require(
          runs == 1 && record == null && shake == null && !predict,
          "--replay does what a report says; leave out --runs, --record, --shake and --predict");
      ToolFailure.require(
          !where().areChosen(), "--replay steers processes of one node; leave out the hosts");
      predicted = DiffCommand.read(replay, PredictedRaces::parse);
      ToolFailure.require(
          !predicted.isEmpty(), replay + " has no predicted race; make it with --predict");
    }
    if (model != null) {
      ModelChoice.check(model);
    }
    if (launcher != null) {
      Launcher.words(launcher);
      ToolFailure.require(
          !where().areChosen(), "--launcher says where the program runs; leave out the hosts");
    }
    ToolFailure.require(
        hosts.isEmpty() || hostfile == null, "--hosts and --hostfile say the same; leave out one");
    ToolFailure.require(
        hosts.stream().noneMatch(String::isBlank), "--hosts needs the names of hosts");
    if (hostfile != null) {
      FileTrouble.checkExisting(List.of(hostfile.toString()));
    }
    ToolFailure.require(
        bind == null || mayBeElsewhere(),
        "--bind is for programs on several nodes; name them with --hosts");
    if (recordOnly) {
      ToolFailure.require(record != null, "--record-only needs --record=DIR");
      ToolFailure.require(
          !watch && !predict && bind == null && !reportOptions.areChosen(),
          "--record-only makes no report and no connection; use what is for reports with 'fencepost"
              + " analyze'");
    }
    if (flink != null) {
      ToolFailure.require(
          !recordOnly && !watch && !predict && runs == 1 && replay == null && bind == null,
          "--flink analyses one run elsewhere; leave out --record-only, --watch, --predict, --runs,"
              + " --replay and --bind");
    }
    if (record != null) {
      ToolFailure.require(
          !RecordedTrace.isIn(record),
          record + " already holds a trace; record into another directory, or remove it");
      FileTrouble.checkDirectory(record);
    }
    reportOptions.check();
    return reportOptions.suppressions();
  }

  /** Whether processes may run on other nodes than this one. */
  private boolean mayBeElsewhere() {
    return launcher != null || where().areChosen() || MpiLibrary.isToldNodes();
  }

  private Hosts where() {
    return new Hosts(hosts, hostfile == null ? null : hostfile.toString());
  }

  private int compileAndRun(Path work, Suppressions suppressions) throws IOException {
    List<String> sources = words.stream().takeWhile(CompilerArguments::isSource).toList();
    String first = sources.get(0);
    String name = Path.of(first).getFileName().toString();
    Path program = work.resolve(name.substring(0, name.lastIndexOf('.')));
    FileTrouble.checkExisting(sources);
    List<String> arguments = new ArrayList<>(List.of("-g", "-O1", "-o", program.toString()));
    arguments.addAll(sources);
    arguments.add("-lm");
    if (fast) {
      arguments.add(FastOptions.FAST);
    }
    if (threads) {
      arguments.add(fast ? FastOptions.THREADS : FastOptions.UNIVERSAL);
    }
    if (sources.stream().anyMatch(CompilerArguments::hasDirectivesOfOpenMp)) {
      arguments.add("-fopenmp");
    }
    Toolchain.Language language = Toolchain.Language.of(sources);
    if (language == Toolchain.Language.FORTRAN) {
      arguments.addAll(List.of("-J", work.toString())); // where modules go
    }
    ModelChoice choice = ModelChoice.of(model, runtime, sources);
    if (CompilerCommand.of(language, choice, arguments).run() != 0) {
      throw new ToolFailure(
          ExitCode.WRONG_USE, String.join(" ", sources) + " did not compile; see above");
    }
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(words.subList(sources.size(), words.size()));
    return run(command, first, suppressions);
  }

  private int run(List<String> program, String name, Suppressions suppressions) {
    if (launcher == null) {
      ProgramFile.check(program.get(0));
    }
    ToolFailure.require(
        !threads || !ProgramFile.leavesOutThreads(program.get(0)),
        program.get(0)
            + " was linked without what only threads can reach; link it again with --threads, as in"
            + " fencepost cc --threads");
    boolean alone = threads && launcher == null && ProgramFile.isWithoutModel(program.get(0));
    List<String> command =
        new ArrayList<>(
            alone ? List.of() : Launcher.command(launcher, processes, where(), program.get(0)));
    command.addAll(program);
    if (recordOnly && record != null) {
      return recording(name, command, record).run();
    }
    if (flink != null) {
      FlinkAnalysis cluster = new FlinkAnalysis(flink, parts, threads, reportOptions.strict);
      return runOnCluster(name, command, cluster, suppressions);
    }
    Supplier<MonitoredRun> start = () -> new MonitoredRun(name, command).alone(alone);
    if (!watch) {
      return run(start, suppressions, null);
    }
    try (WatchPage page = new WatchPage()) {
      System.err.println("fencepost: to watch the run, open " + page.address());
      return run(start, suppressions, page);
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  private RecordingRun recording(String name, List<String> command, Path directory) {
    return new RecordingRun(name, command, directory)
        .timeoutAfter(timeout)
        .launchedBy(launcher)
        .with("FENCEPOST_THREADS", threads ? "1" : null)
        .with("FENCEPOST_SHAKE", shake)
        .with("FENCEPOST_TESTBED_DELAY", shake);
  }

  private int runOnCluster(
      String name, List<String> command, FlinkAnalysis cluster, Suppressions suppressions) {
    if (record != null) {
      return recording(name, command, record).analysedBy(cluster, reportOptions, suppressions);
    }
    try (OwnedDirectory kept = OwnedDirectory.create("trace")) {
      return recording(name, command, kept.path()).analysedBy(cluster, reportOptions, suppressions);
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  private MonitoredRun configured(Supplier<MonitoredRun> start) {
    return start
        .get()
        .endedBySignals()
        .launchedBy(launcher)
        .onOtherNodes(mayBeElsewhere(), bind)
        .strict(reportOptions.strict)
        .withThreads(threads);
  }

  private int run(
      Supplier<MonitoredRun> start, Suppressions suppressions, @Nullable WatchPage page) {
    RunSeries series = replay == null ? RunSeries.upTo(runs) : RunSeries.of(predicted.size());
    while (series.goesOn()) {
      PredictedRaces.Predicted race = replay == null ? null : predicted.get(series.size());
      long began = System.nanoTime();
      MonitoredRun.Result result =
          configured(start)
              .recordTo(record)
              .timeoutAfter(timeout == null ? 0 : timeout)
              .predicting(predict)
              .shakenBy(shake == null ? null : shake + series.size())
              .steeredFor(race)
              .watchedOn(page)
              .run(suppressions);
      if (predict && result.exitCode() == ExitCode.NOTHING_FOUND) {
        int wanted = candidates == null ? CandidateRuns.USUAL : candidates;
        int most = where().areChosen() ? 0 : wanted; // calls are held on this node only
        if (most > 0 && !result.candidates().isEmpty()) {
          Terminal.say("running it again, without its output, to try orders that it was told of");
        }
        result =
            new CandidateRuns(() -> configured(start), suppressions, most)
                .after(result, System.nanoTime() - began);
      }
      series.add(race == null ? result : result.replayed(race));
    }
    int exit = reportOptions.write(replay == null ? series.report(shake) : series.report());
    return exit == ExitCode.NOTHING_FOUND ? series.exitCode() : exit;
  }
}
