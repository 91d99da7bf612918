package fencepost.cli;

import fencepost.frontend.Analysis;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import fencepost.report.Suppressions;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.LiveTrace;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program and analyses it while it runs. */
@Command(name = "run", description = "Runs an MPI program, or compiles and runs source files, and reports its races.")
final class RunCommand implements Callable<Integer> {
  @Option(names = "-n", paramLabel = "N", description = "Number of processes (default: 2).", defaultValue = "2")
  int processes = 2;

  @Option(names = "--launcher", paramLabel = "COMMAND", description = "Start the program with COMMAND instead of mpirun -n N.")
  @Nullable String launcher;

  @Option(names = "--record", paramLabel = "DIR", description = "Also keep the trace in DIR, for 'fencepost analyze'.")
  @Nullable Path record;

  @Option(names = "--timeout", paramLabel = "SECONDS", description = "Stop the program after that time and report what was seen.")
  long timeout;

  @Mixin ReportOptions reportOptions = new ReportOptions();

  @Parameters(paramLabel = "PROGRAM ARGS", arity = "1..*", description = "A program built with fencepost cc, or source files; then its arguments.")
  List<String> words = List.of();

  @Override
  public Integer call() {
    Suppressions suppressions = reportOptions.suppressions();
    Packages.require("addr2line");
    try {
      if (!CompilerCommand.isSource(words.get(0))) {
        return run(words, words.get(0), suppressions);
      }
      Path work = Files.createTempDirectory("fencepost-run-");
      try {
        return compileAndRun(work, suppressions);
      } finally {
        CaptureLibrary.delete(work);
      }
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, e.toString());
    }
  }

  private int compileAndRun(Path work, Suppressions suppressions) throws IOException {
    List<String> sources = words.stream().takeWhile(CompilerCommand::isSource).toList();
    String first = sources.get(0);
    String name = Path.of(first).getFileName().toString();
    Path program = work.resolve(name.substring(0, name.lastIndexOf('.')));
    for (String source : sources) {
      if (!Files.exists(Path.of(source))) {
        throw new ToolFailure(ExitCode.WRONG_USE, "there is no file " + source);
      }
    }
    List<String> arguments = new ArrayList<>(List.of("-g", "-O1", "-o", program.toString()));
    arguments.addAll(sources);
    arguments.add("-lm");
    if (new CompilerCommand(Toolchain.find(languageOf(first)), arguments).run() != 0) {
      throw new ToolFailure(ExitCode.WRONG_USE, String.join(" ", sources) + " did not compile; see above");
    }
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(words.subList(sources.size(), words.size()));
    return run(command, first, suppressions);
  }

  private static Toolchain.Language languageOf(String source) {
    String suffix = source.substring(source.lastIndexOf('.') + 1);
    if (suffix.equals("c") || suffix.equals("i")) {
      return Toolchain.Language.C;
    }
    return suffix.toLowerCase(java.util.Locale.ROOT).startsWith("f") ? Toolchain.Language.FORTRAN : Toolchain.Language.CXX;
  }

  private int run(List<String> program, String name, Suppressions suppressions) throws IOException {
    if (Shell.find(program.get(0)).isEmpty() && launcher == null) {
      throw new ToolFailure(ExitCode.WRONG_USE, "there is no program " + program.get(0));
    }
    List<String> command = new ArrayList<>(Launcher.command(launcher, processes));
    command.addAll(program);
    if (record != null) {
      RecordedTrace.create(record, name);
    }
    RaceCollector races = new RaceCollector();
    Analysis analysis = new Analysis(races);
    try (LiveTrace trace = LiveTrace.create(record)) {
      int programExit = analyseWhileRunning(command, trace, analysis, races);
      return conclude(name, trace, analysis, races, suppressions, programExit);
    } catch (BrokenTraceException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, "the records of the program make no sense: " + e.getMessage());
    } catch (UncheckedIOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, e.getMessage() + ": " + e.getCause().getMessage());
    }
  }

  private int analyseWhileRunning(
      List<String> command, LiveTrace trace, Analysis analysis, RaceCollector races) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("FENCEPOST_DIR", trace.directory().toString());
    long deadline = timeout > 0 ? System.nanoTime() + TimeUnit.SECONDS.toNanos(timeout) : Long.MAX_VALUE;
    Process process = builder.start();
    Progress progress = new Progress();
    Backoff backoff = new Backoff();
    while (process.isAlive()) {
      trace.newRings().forEach(analysis::add);
      if (analysis.step()) {
        backoff.reset();
      } else {
        backoff.pause();
      }
      progress.show(analysis, races, trace);
      if (System.nanoTime() > deadline) {
        process.destroy();
        deadline = Long.MAX_VALUE;
        System.err.println("fencepost: stopped the program after " + timeout + " seconds");
      }
    }
    progress.clear();
    trace.newRings().forEach(analysis::add);
    return process.exitValue();
  }

  private int conclude(
      String name,
      LiveTrace trace,
      Analysis analysis,
      RaceCollector races,
      Suppressions suppressions,
      int programExit) {
    Analysis.Ending ending = analysis.end();
    List<String> notes = new ArrayList<>();
    if (programExit != 0) {
      notes.add("the program ended with exit code " + programExit);
    }
    if (ending == Analysis.Ending.NOTHING) {
      if (programExit != 0) {
        throw new ToolFailure(programExit, "the program ended with exit code " + programExit + " before MPI_Init; nothing was recorded");
      }
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "nothing was recorded: build " + name + " with 'fencepost cc', and it must call MPI_Init");
    }
    if (ending == Analysis.Ending.INCOMPLETE) {
      notes.add("not every process came to MPI_Finalize; the report covers what was recorded until then");
      notes.addAll(analysis.unfinished());
    }
    if (trace.lostRecords()) {
      notes.add("some calls with very long argument lists could not be recorded");
    }
    boolean complete = ending == Analysis.Ending.COMPLETE && !trace.lostRecords();
    Map<String, Object> statistics = Map.of("events", analysis.events());
    int exit =
        reportOptions.report(
            name, analysis.ranks(), complete, new ReportBuilder(analysis).findings(races), suppressions, notes, statistics);
    return exit == ExitCode.NOTHING_FOUND ? programExit : exit;
  }
}
