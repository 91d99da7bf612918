package fencepost.cli;

import fencepost.check.Check;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.check.machine.Image;
import fencepost.program.llvm.LlvmException;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds races without running the program. */
@Command(
    name = "check",
    description = "Executes source files without MPI, in many ways, and reports their races.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost check halo.c",
      "  fencepost check -n 4 --args=\"64 10\" halo.c",
      "  fencepost check main.c mesh.c -- -Iinclude -fopenmp"
    })
final class CheckCommand implements Callable<Integer> {
  @Option(
      names = "-n",
      paramLabel = "N",
      split = ",",
      defaultValue = "2,3,4,8,9",
      description = "Numbers of processes to try (default: ${DEFAULT-VALUE}).")
  List<Integer> processes = List.of(2, 3, 4, 8, 9);

  @Option(
      names = "--args",
      paramLabel = "WORDS",
      parameterConsumer = Verbatim.class,
      description = "Arguments of the program (default: several small ones are tried).")
  @Nullable String arguments;

  @Option(
      names = "--may",
      description = "Also tell doubts that need an exception which no execution threw.")
  boolean may;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to explore, once it is compiled (default: ${DEFAULT-VALUE}).")
  double budget = 60;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "Programming model: mpi, shmem or gaspi (default: what the files include).")
  @Nullable String model;

  @Mixin ReportOptions reportOptions = new ReportOptions();

  @Parameters(
      paramLabel = "FILES [-- FLAGS]",
      arity = "1..*",
      description = "Source files of one program; behind -- what else the compiler is told.")
  List<String> words = List.of();

  @Override
  public Integer call() {
    Suppressions suppressions = checkOptions();
    List<String> sources = words.stream().takeWhile(CompilerArguments::isSource).toList();
    List<String> flags = words.subList(sources.size(), words.size());
    if (sources.isEmpty()) {
      throw new ToolFailure(ExitCode.WRONG_USE, words.get(0) + " is no source file");
    }
    FileTrouble.checkExisting(sources);
    try {
      try (OwnedDirectory work = OwnedDirectory.create("check")) {
        return check(sources, flags, suppressions, work.path());
      }
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  /** All mistakes are found before anything starts. */
  private Suppressions checkOptions() {
    for (int number : processes) {
      ToolFailure.require(number >= 1, "-n must be at least 1, not " + number);
    }
    ToolFailure.require(budget > 0, "--budget must be more than 0 seconds, not " + budget);
    if (model != null) {
      ModelChoice.parse(model);
    }
    if (arguments != null) {
      Words.of("--args", arguments);
    }
    reportOptions.check();
    return reportOptions.suppressions();
  }

  private int check(List<String> sources, List<String> flags, Suppressions suppressions, Path work)
      throws IOException {
    Image image = image(sources, flags, work);
    String program = String.join(" ", sources);
    CheckProgress progress = new CheckProgress();
    List<String> given = arguments == null ? null : Words.of("--args", arguments);
    Exploration.Plan plan =
        new Exploration.Plan(
            processes,
            given,
            reportOptions.strict,
            budget,
            repetition(program, flags),
            progress::show);
    Exploration.Result result = Check.run(image, plan, may);
    Terminal.clearProgress();
    RunReport report = CheckReport.of(program, processes, result, suppressions);
    return reportOptions.write(report);
  }

  /** The commands that run the program, {@code %d} for the number of processes. */
  private static String repetition(String program, List<String> flags) {
    if (flags.isEmpty()) {
      return "fencepost run -n %d " + program.replace("%", "%%");
    }
    String options = String.join(" ", flags).replaceFirst("^-- ", "");
    String compiler = Toolchain.Language.of(program).command();
    String build = "fencepost " + compiler + " -g " + options + " -o program " + program;
    return build.replace("%", "%%") + " && fencepost run -n %d ./program";
  }

  private Image image(List<String> sources, List<String> flags, Path work) throws IOException {
    try {
      List<Path> files = sources.stream().map(Path::of).toList();
      return ProgramReader.image(new BitcodeCompiler().compile(files, model, flags, work));
    } catch (BitcodeCompiler.Failed e) {
      System.err.print(e.getMessage());
      throw new ToolFailure(
          ExitCode.WRONG_USE, String.join(" ", sources) + " did not compile; see above");
    } catch (LlvmException e) {
      throw new ToolFailure(ExitCode.WRONG_USE, String.valueOf(e.getMessage()));
    }
  }
}
