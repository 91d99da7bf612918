package fencepost.cli;

import fencepost.bench.runner.Results;
import fencepost.bench.runner.ScoreTable;
import fencepost.bench.runner.TableFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows results of the benchmark suite. */
@Command(
    name = "table",
    description = "Counts true and false positives and negatives by category.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost bench table cases/results-dynamic.json"})
final class BenchTable implements Callable<Integer> {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, markdown, csv or html (default: ${DEFAULT-VALUE}).")
  TableFormat format = TableFormat.TEXT;

  @Parameters(index = "0", paramLabel = "RESULTS", description = "What 'bench run' has written.")
  Path results = Path.of(".");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OTHER",
      description = "Results of another tool or version, to compare with.")
  @Nullable Path other;

  @Override
  public Integer call() {
    try {
      Results first = Results.read(results);
      Results second = other == null ? null : Results.read(other);
      if (other != null && second != null && second.tool().equals(first.tool())) {
        // The same tool twice: the files say which is which.
        first = first.named(name(results));
        second = second.named(name(other));
      }
      System.out.print(format.of(new ScoreTable(first, second)));
      return ExitCode.NOTHING_FOUND;
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.WRONG_USE, FileTrouble.describe(e));
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
  }
}
