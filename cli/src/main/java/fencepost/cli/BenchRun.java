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
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tries a race detector on labelled programs. */
@Command(
    name = "run",
    description = "Tries a race detector on every labelled program in a directory.",
    mixinStandardHelpOptions = true)
final class BenchRun implements Callable<Integer> {
  @Option(
      names = "--tool",
      paramLabel = "NAME",
      defaultValue = "dynamic",
      description =
          "dynamic or static (this tool), must, parcoach-dynamic, parcoach-static, or a file that describes"
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

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "Where to write the results (default: results-TOOL.json in DIR).")
  @Nullable Path results;

  @Parameters(paramLabel = "DIR", description = "Where the programs are.")
  Path directory = Path.of(".");

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Case> cases =
        CaseReader.in(directory).stream().filter(c -> c.name().contains(filter)).toList();
    if (cases.isEmpty()) {
      throw new ToolFailure(ExitCode.WRONG_USE, "there are no labelled programs in " + directory);
    }
    Tool chosen = tool();
    SuiteProgress progress = new SuiteProgress(cases.size());
    Results all = new SuiteRun(chosen, jobs, progress).run(cases);
    progress.clear();
    Path file = results == null ? directory.resolve("results-" + chosen.name() + ".json") : results;
    all.write(file);
    System.out.print(TableFormat.TEXT.of(new ScoreTable(all, null)));
    System.out.println("\n" + cases.size() + " cases in " + all.seconds() + " s, see " + file);
    return ExitCode.NOTHING_FOUND;
  }

  private Tool tool() throws IOException {
    if (tool.equals("dynamic")) {
      return new DynamicTool(timeout);
    }
    if (tool.equals("static")) {
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
