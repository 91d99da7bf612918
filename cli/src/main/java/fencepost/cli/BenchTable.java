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
    mixinStandardHelpOptions = true)
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
  public Integer call() throws IOException {
    Results second = other == null ? null : Results.read(other);
    System.out.print(format.of(new ScoreTable(Results.read(results), second)));
    return ExitCode.NOTHING_FOUND;
  }
}
