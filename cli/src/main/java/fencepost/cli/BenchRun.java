package fencepost.cli;

import fencepost.bench.runner.Adapter;
import fencepost.bench.runner.Case;
import fencepost.bench.runner.CaseReader;
import fencepost.bench.runner.CommandTool;
import fencepost.bench.runner.Results;
import fencepost.bench.runner.ScoreTable;
import fencepost.bench.runner.SuiteRun;
import fencepost.bench.runner.TableFormat;
import fencepost.bench.runner.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tries a race detector on labelled programs. */
@Command(
    name = "run",
    description = "Tries a race detector on every labelled program in a directory.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost bench run cases", "  fencepost bench run --tool=static cases"})
final class BenchRun implements Callable<Integer> {
  @Option(
      names = "--tool",
      paramLabel = "NAME",
      defaultValue = "dynamic",
      description =
          "dynamic or static (this tool), fast (dynamic with cc --fast), predict (dynamic with run --predict), must, parcoach-dynamic, parcoach-static, or a file that describes"
              + " another one (default: ${DEFAULT-VALUE}).")
  String tool = "dynamic";

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description = "Only cases with this in their names.")
  String filter = "";

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "For each case (default: ${DEFAULT-VALUE}).")
  long timeout = 30;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Cases at the same time (default: the number of processors).")
  int jobs = Runtime.getRuntime().availableProcessors();

  @Mixin BenchCompilers compilers = new BenchCompilers();

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "Where to write the results (default: results-TOOL.json in DIR).")
  @Nullable Path results;

  @Parameters(paramLabel = "DIR", description = "Where the programs are.")
  Path directory = Path.of(".");

  @Override
  public Integer call() throws InterruptedException {
    try {
      return run(cases());
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.WRONG_USE, FileTrouble.describe(e));
    }
  }

  private List<Case> cases() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new ToolFailure(ExitCode.WRONG_USE, "there is no directory " + directory);
    }
    List<Case> all = CaseReader.in(directory);
    List<Case> cases = all.stream().filter(c -> c.name().contains(filter)).toList();
    if (cases.isEmpty()) {
      throw new ToolFailure(
          ExitCode.WRONG_USE,
          all.isEmpty()
              ? "there are no labelled programs in " + directory
              : "none of the " + all.size() + " programs in " + directory + " is called " + filter);
    }
    return cases;
  }

  private int run(List<Case> cases) throws IOException, InterruptedException {
    if (jobs < 1 || timeout < 1) {
      throw new ToolFailure(ExitCode.WRONG_USE, "--jobs and --timeout must be at least 1");
    }
    Tool chosen = tool();
    compilers.use(chosen);
    Path file = results == null ? directory.resolve("results-" + chosen.name() + ".json") : results;
    FileTrouble.checkWritable(file);
    SuiteRun run = new SuiteRun(chosen, jobs, new SuiteProgress(cases.size()));
    Thread rescue = new Thread(() -> keep(run.stop(cases), file));
    Runtime.getRuntime().addShutdownHook(rescue);
    Results all = run.run(cases);
    if (run.isStopped()) {
      return ExitCode.TOOL_FAILED; // the rescue has written what is there
    }
    Runtime.getRuntime().removeShutdownHook(rescue);
    Terminal.clearProgress();
    System.out.print(TableFormat.TEXT.of(new ScoreTable(all, null)));
    System.out.println("\n" + cases.size() + " cases in " + all.seconds() + " s, see " + file);
    all.write(file);
    return ExitCode.NOTHING_FOUND;
  }

  /** Somebody has stopped us; what is done is done. */
  private static void keep(Results results, Path file) {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    try {
      results.write(file);
      Terminal.say("stopped; " + results.results().size() + " results in " + file);
    } catch (IOException e) {
      Terminal.say(FileTrouble.describe(e));
    }
  }

  private Tool tool() throws IOException {
    if (tool.equals("fast") || tool.equals("static")) {
      LlvmLibrary.require(); // before there are several at the same time who need it
    }
    if (tool.equals("dynamic")) {
      return new DynamicTool(timeout);
    } else if (tool.equals("fast")) {
      return new DynamicTool(timeout).compileFast();
    } else if (tool.equals("predict")) {
      return new DynamicTool(timeout).predicting();
    } else if (tool.equals("static")) {
      return new StaticTool(timeout);
    }
    Adapter adapter;
    try {
      adapter = Adapter.named(tool);
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.WRONG_USE, String.valueOf(e.getMessage()));
    }
    for (String command : adapter.needs()) {
      if (Shell.find(command).isEmpty()) {
        throw new ToolFailure(
            ExitCode.WRONG_USE, adapter.name() + " needs " + command + ", which is not installed");
      }
    }
    return new CommandTool(adapter, timeout);
  }
}
