package fencepost.cli;

import fencepost.bench.suite.Suite;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the benchmark suite. */
@Command(
    name = "generate",
    description = "Writes the labelled programs of the benchmark suite.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost bench generate --model=shmem cases"})
final class BenchGenerate implements Callable<Integer> {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      defaultValue = "mpi",
      description = "mpi, shmem or gaspi (default: ${DEFAULT-VALUE}).")
  Model model = Model.MPI;

  @Parameters(paramLabel = "DIR", description = "Where to write them.")
  Path directory = Path.of(".");

  @Override
  public Integer call() {
    try {
      Files.createDirectories(directory);
      Map<String, String> files = Suite.of(model).files();
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
      System.out.println(files.size() + " files in " + directory);
      return ExitCode.NOTHING_FOUND;
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.WRONG_USE, "cannot write to " + directory + ": " + FileTrouble.describe(e));
    }
  }
}
