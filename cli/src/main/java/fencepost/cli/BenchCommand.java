package fencepost.cli;

import fencepost.bench.BuildCost;
import fencepost.bench.InstrumentedSites;
import fencepost.bench.Setup;
import fencepost.bench.Slowdown;
import fencepost.bench.Subject;
import fencepost.bench.Throughput;
import fencepost.bench.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measurements of the tool itself. */
@Command(
    name = "bench",
    description = "Measures the tool: its costs, and what it finds in the benchmark suite.",
    subcommands = {
      BenchGenerate.class,
      BenchRun.class,
      BenchTable.class,
      BenchSensitivity.class,
      BenchCheck.class,
      BenchOthers.class
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost bench slowdown --runs=3 --variants=fast",
      "  fencepost bench generate --model=shmem cases && fencepost bench run cases"
    })
final class BenchCommand {
  @Spec CommandSpec spec = CommandSpec.create();

  @Command(
      name = "slowdown",
      description = "How much slower programs run under fencepost, and under libtsan.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = {"  fencepost bench slowdown --runs=3 --variants=fast --programs=stencil"})
  int slowdown(
      @Option(
              names = "--runs",
              paramLabel = "N",
              defaultValue = "5",
              description = "Rounds (default: 5).")
          int runs,
      @Option(
              names = "-n",
              paramLabel = "N",
              defaultValue = "2",
              description = "Processes (default: 2).")
          int n,
      @Option(
              names = "--programs",
              split = ",",
              paramLabel = "NAME",
              description = "Programs to measure (default: all).")
          List<String> names,
      @Option(
              names = "--variants",
              split = ",",
              paramLabel = "NAME",
              description =
                  "What to compare with plain: fencepost, fast, fast-alone (without the analysis),"
                      + " libtsan (default: all).")
          List<String> variants,
      @Option(
              names = "--threads",
              split = ",",
              paramLabel = "N",
              defaultValue = "2",
              description = "Numbers of threads of programs with OpenMP (default: 2).")
          List<Integer> threads,
      @Parameters(
              paramLabel = "ARGS",
              description = "Arguments of the programs, but for the number of threads.")
          List<String> arguments)
      throws IOException {
    Setup setup = setup(n, arguments == null ? List.of() : arguments);
    Slowdown slowdown =
        new Slowdown(setup, runs, variants == null ? List.of() : variants, BenchCommand::progress);
    List<Subject> subjects =
        programs(names == null ? List.of() : names).stream()
            .flatMap(
                subject ->
                    subject.isHybrid() ? threads.stream().map(subject::with) : Stream.of(subject))
            .toList();
    System.out.print(slowdown.report(subjects, commandLine()));
    return slowdown.failed() ? ExitCode.TOOL_FAILED : ExitCode.NOTHING_FOUND;
  }

  @Command(
      name = "sites",
      description = "How many loads and stores --fast instruments, and how long that takes.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = {"  fencepost bench sites --programs=stencil,transpose"})
  int sites(
      @Option(
              names = "--runs",
              paramLabel = "N",
              defaultValue = "3",
              description = "Rounds (default: 3).")
          int runs,
      @Option(
              names = "--programs",
              split = ",",
              paramLabel = "NAME",
              description = "Programs to build (default: all).")
          List<String> names)
      throws IOException {
    InstrumentedSites sites =
        new InstrumentedSites(setup(1, List.of()), runs, BenchCommand::progress);
    System.out.print(sites.report(programs(names == null ? List.of() : names), commandLine()));
    return ExitCode.NOTHING_FOUND;
  }

  @Command(
      name = "build",
      description = "How much processor time --fast takes to build a C++ program of several files.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = {"  fencepost bench build --lines=10000"})
  int build(
      @Option(
              names = "--lines",
              paramLabel = "N",
              defaultValue = "10000",
              description = "Lines of the program (default: ${DEFAULT-VALUE}).")
          int lines)
      throws IOException {
    Packages.require(LlvmWrapper.CLANG);
    BuildCost cost = new BuildCost(setup(1, List.of()), lines, BenchCommand::progress);
    System.out.print(cost.report(commandLine()));
    return ExitCode.NOTHING_FOUND;
  }

  private static Setup setup(int processes, List<String> arguments) {
    return new Setup(
        List.of(home().resolve("fencepost").toString()),
        Toolchain.find(Toolchain.Language.C).wrapper(),
        Toolchain.find(Toolchain.Language.CXX).wrapper(),
        Toolchain.find(Toolchain.Language.FORTRAN).wrapper(),
        Launcher.command(null, processes),
        processes,
        arguments);
  }

  @Command(
      name = "throughput",
      description = "How many events per second the analysis takes in, from made-up traces.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = {"  fencepost bench throughput --runs=1 --ranks=8"})
  int throughput(
      @Option(
              names = "--programs",
              paramLabel = "NAME",
              split = ",",
              description = "Which made-up programs (default: all): ${COMPLETION-CANDIDATES}.")
          List<Workload> programs,
      @Option(
              names = "--events",
              paramLabel = "N",
              defaultValue = "1000000",
              description = "Events in a trace (default: ${DEFAULT-VALUE}).")
          long events,
      @Option(
              names = "--ranks",
              paramLabel = "N",
              split = ",",
              defaultValue = "2,8,32,128",
              description = "Numbers of ranks, from 2 (default: ${DEFAULT-VALUE}).")
          List<Integer> ranks,
      @Option(
              names = "--runs",
              paramLabel = "N",
              defaultValue = "5",
              description = "Repetitions (default: 5).")
          int runs,
      @Option(
              names = "--warm-up",
              paramLabel = "SECONDS",
              defaultValue = "3",
              description = "Seconds before each measurement (default: ${DEFAULT-VALUE}).")
          double warmUp)
      throws IOException {
    if (ranks.stream().anyMatch(number -> number < 2)) {
      throw new ToolFailure(ExitCode.WRONG_USE, "neighbours need at least 2 ranks");
    }
    List<Workload> measured = programs == null ? List.of(Workload.values()) : programs;
    Throughput throughput =
        new Throughput(measured, events, ranks, runs, warmUp, BenchCommand::progress);
    System.out.print(throughput.report(commandLine()));
    return ExitCode.NOTHING_FOUND;
  }

  @Command(
      name = "trace",
      description = "Makes up the trace of a program of any size, with races if wanted.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = {"  fencepost bench trace --program=FENCE --ranks=64 --events=100000 trace"})
  int trace(
      @Option(
              names = "--program",
              paramLabel = "NAME",
              defaultValue = "FENCE",
              description = "What it does: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
          Workload program,
      @Option(
              names = "--ranks",
              paramLabel = "N",
              defaultValue = "4",
              description = "Number of ranks, from 2 (default: ${DEFAULT-VALUE}).")
          int ranks,
      @Option(
              names = "--events",
              paramLabel = "N",
              defaultValue = "100000",
              description = "Records, about (default: ${DEFAULT-VALUE}).")
          long events,
      @Option(
              names = "--races",
              paramLabel = "N",
              defaultValue = "0",
              description = "Races, each between two lines of its own (default: none).")
          int races,
      @Parameters(paramLabel = "DIR", description = "Where to write it.") Path directory)
      throws IOException {
    if (ranks < 2 || events < 1 || races < 0 || races > 1_000_000) {
      throw ToolFailure.wrongUse(
          "a trace has at least 2 ranks, 1 record, and at most 1000000 races");
    }
    program.write(directory, ranks, events, races);
    return ExitCode.NOTHING_FOUND;
  }

  private static void progress(String what) {
    System.err.println("fencepost: " + what);
  }

  private String commandLine() {
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    return "fencepost " + String.join(" ", arguments);
  }

  /** The programs with these names, or all, and the compilers that they are compared with. */
  private static List<Subject> programs(List<String> names) {
    List<Subject> all = Subject.in(home());
    for (String name : names) {
      if (all.stream().noneMatch(subject -> subject.name().equals(name))) {
        String known = all.stream().map(Subject::name).collect(Collectors.joining(", "));
        throw new ToolFailure(ExitCode.WRONG_USE, "there is no " + name + "; there are " + known);
      }
    }
    List<Subject> chosen =
        all.stream().filter(subject -> names.isEmpty() || names.contains(subject.name())).toList();
    Packages.require(LlvmWrapper.CLANG);
    if (chosen.stream().anyMatch(Subject::isFortran)) {
      Packages.require(LlvmWrapper.FLANG);
    }
    return chosen;
  }

  private static Path home() {
    return Installation.requireCheckout("bench/programs");
  }
}
