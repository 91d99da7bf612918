package fencepost.cli;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.SourceLine;
import fencepost.bench.runner.Tool;
import fencepost.bench.runner.Verdict;
import fencepost.report.Finding;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** This tool, compiling and running a case without starting itself anew. */
final class DynamicTool implements Tool {
  private final long timeoutSeconds;
  private final Map<Toolchain.Language, Toolchain> toolchains = new ConcurrentHashMap<>();
  private final Map<Integer, List<String>> launchers = new ConcurrentHashMap<>();
  private boolean fast;
  private boolean predict;

  DynamicTool(long timeoutSeconds) {
    this.timeoutSeconds = timeoutSeconds;
    Packages.require("addr2line");
  }

  /** With compilers other than those that the environment names. */
  DynamicTool compileWith(Map<Toolchain.Language, Toolchain> compilers) {
    toolchains.putAll(compilers);
    return this;
  }

  /** With the instrumentation that looks at the whole program. */
  DynamicTool compileFast() {
    fast = true;
    return this;
  }

  /** Races of other runs count as well. */
  DynamicTool predicting() {
    predict = true;
    return this;
  }

  @Override
  public String name() {
    return fast ? "fast" : predict ? "predict" : "dynamic";
  }

  @Override
  public String setup() {
    Toolchain c = toolchain(Toolchain.Language.C);
    return c.wrapper() + ", " + c.compilerVersion();
  }

  private Toolchain toolchain(Toolchain.Language language) {
    return toolchains.computeIfAbsent(language, Toolchain::find);
  }

  @Override
  public Verdict examine(Case given, Path work) {
    Path program = work.resolve("program");
    Toolchain compiler = toolchain(Toolchain.Language.of(given.source().toString()));
    try {
      CompilerCommand command = compiler(compiler, arguments(given, work, program));
      Shell.Result compiled =
          fast ? new Shell.Result(command.run(), "see above") : command.runQuietly();
      if (compiled.exitCode() != 0) {
        return Verdict.failed("it does not compile: " + compiled.output());
      }
      return verdict(given, program, work);
    } catch (ToolFailure | IOException e) {
      return Verdict.failed(String.valueOf(e.getMessage()));
    }
  }

  private Verdict verdict(Case given, Path program, Path work) throws IOException {
    List<String> command =
        new ArrayList<>(
            launchers.computeIfAbsent(
                given.processes(), n -> Launcher.command(null, n, program.toString())));
    command.add(program.toString());
    Path output = work.resolve("output");
    Suppressions none = Suppressions.parse(List.of());
    long began = System.nanoTime();
    MonitoredRun.Result result;
    try {
      result =
          new MonitoredRun(given.name(), command)
              .timeoutAfter(timeoutSeconds)
              .predicting(predict)
              .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
              .run(none);
      if (predict && result.exitCode() == ExitCode.NOTHING_FOUND) {
        result =
            new CandidateRuns(
                    () -> new MonitoredRun(given.name(), command), none, CandidateRuns.USUAL)
                .after(result, System.nanoTime() - began);
      }
    } catch (ToolFailure e) {
      return Verdict.failed(e.getMessage() + "\n" + Files.readString(output));
    }
    if (result.timedOut()) {
      return Verdict.timeout();
    }
    if (result.programExit() != 0 || !result.report().complete()) {
      return Verdict.failed("exit code " + result.programExit() + ": " + Files.readString(output));
    }
    return Verdict.finished(result.report().findings().stream().map(DynamicTool::places).toList());
  }

  private static List<SourceLine> places(Finding finding) {
    return finding.accesses().stream()
        .map(access -> SourceLine.of(access.place().file(), access.place().line()))
        .toList();
  }

  private List<String> arguments(Case given, Path work, Path program) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-g", "-o", program.toString()));
    arguments.addAll(fast ? List.of(FastOptions.FAST, "-O2") : List.of("-O0"));
    arguments.addAll(threadOptions(given));
    given.sources().forEach(source -> arguments.add(source.toAbsolutePath().toString()));
    if (Toolchain.Language.of(given.source().toString()) == Toolchain.Language.FORTRAN) {
      arguments.add("-J" + work);
    }
    return arguments;
  }

  /** Nothing but the text says whether a case is about OpenMP. */
  static List<String> threadOptions(Case given) throws IOException {
    return Files.readString(given.source()).contains("#pragma omp")
        ? List.of("-fopenmp")
        : List.of();
  }

  private static CompilerCommand compiler(Toolchain toolchain, List<String> arguments) {
    return new CompilerCommand(toolchain, ModelChoice.in(arguments), arguments);
  }
}
