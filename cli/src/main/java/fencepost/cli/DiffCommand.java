package fencepost.cli;

import fencepost.report.Baseline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two reports. */
@Command(
    name = "diff",
    description =
        "Says which races of NEW are not in OLD, and which are gone; lines may have moved.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost diff before.json after.json"})
final class DiffCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "OLD", description = "A report of --json=OLD.")
  Path old = Path.of("-");

  @Parameters(index = "1", paramLabel = "NEW", description = "A later one.")
  Path later = Path.of("-");

  @Option(
      names = "--exit-code",
      paramLabel = "CODE",
      defaultValue = "66",
      description = "Exit code if there are new races (default: 66).")
  int exitCode = ExitCode.RACES;

  @Override
  public Integer call() {
    ReportOptions.checkExitCode(exitCode);
    Map<String, String> before = read(old);
    Map<String, String> after = read(later);
    Map<String, String> added = new LinkedHashMap<>(after);
    added.keySet().removeAll(before.keySet());
    Map<String, String> gone = new LinkedHashMap<>(before);
    gone.keySet().removeAll(after.keySet());
    added.values().forEach(race -> System.out.println("+ " + race));
    gone.values().forEach(race -> System.out.println("- " + race));
    System.out.printf(
        "fencepost: %d new, %d gone, %d as before%n",
        added.size(), gone.size(), after.size() - added.size());
    return added.isEmpty() ? ExitCode.NOTHING_FOUND : exitCode;
  }

  /** The findings of a report by their fingerprints. */
  static Map<String, String> read(Path file) {
    return read(file, Baseline::parse);
  }

  static <T> T read(Path file, Function<String, T> parse) {
    try {
      return parse.apply(Files.readString(file));
    } catch (IOException e) {
      throw ToolFailure.wrongUse("cannot read the report " + file + ": " + FileTrouble.describe(e));
    } catch (IllegalArgumentException e) {
      throw ToolFailure.wrongUse("cannot use the report " + file + ": " + e.getMessage());
    }
  }
}
