package fencepost.cli;

import fencepost.frontend.Strict;
import fencepost.report.JsonReport;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import fencepost.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the findings are to be reported; shared by all commands that find something. */
final class ReportOptions {
  private static final Path STANDARD_OUTPUT = Path.of("-");
  private static final int LARGEST_EXIT_CODE = 255;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the report as JSON; - for the standard output.")
  @Nullable Path json;

  @Option(
      names = "--suppress",
      paramLabel = "FILE",
      description = "Leave out findings that match the rules in FILE.")
  @Nullable Path suppress;

  @Option(
      names = "--strict",
      paramLabel = "WHAT",
      split = ",",
      description =
          "Read the standard to the letter: 'types' for the same predefined type in atomic"
              + " operations that meet, 'ops' for the same operation.")
  Set<Strict> strict = Set.of();

  @Option(
      names = "--exit-code",
      paramLabel = "CODE",
      defaultValue = "66",
      description = "Exit code if races are found (default: 66).")
  int exitCode = ExitCode.RACES;

  /** Reads the suppressions: before the run, so that a mistake in them costs nothing. */
  Suppressions suppressions() {
    if (suppress == null) {
      return Suppressions.parse(List.of());
    }
    try {
      return Suppressions.parse(Files.readAllLines(suppress));
    } catch (IOException e) {
      throw ToolFailure.wrongUse(
          "cannot read the suppressions " + suppress + ": " + FileTrouble.describe(e));
    } catch (IllegalArgumentException e) {
      throw new ToolFailure(ExitCode.WRONG_USE, suppress + ": " + e.getMessage());
    }
  }

  /** Finds mistakes in the options: before the run, which may take long. */
  void check() {
    ToolFailure.require(
        exitCode >= 0 && exitCode <= LARGEST_EXIT_CODE,
        "--exit-code must be from 0 to 255, not " + exitCode);
    if (json != null && !json.equals(STANDARD_OUTPUT)) {
      FileTrouble.checkWritable(json);
    }
  }

  /** Prints the report, and writes it where it was asked for; returns the exit code. */
  int write(RunReport report) {
    boolean color = Terminal.isThere() && System.getenv("NO_COLOR") == null;
    System.out.flush();
    System.err.print(TextReport.of(report, color));
    System.err.flush();
    if (json != null) {
      writeJson(json, report);
    }
    return report.findings().isEmpty() ? ExitCode.NOTHING_FOUND : exitCode;
  }

  private static void writeJson(Path file, RunReport report) {
    try {
      if (file.equals(STANDARD_OUTPUT)) {
        System.out.print(JsonReport.of(report));
        System.out.flush();
      } else {
        Files.writeString(file, JsonReport.of(report));
      }
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "cannot write " + file + ": " + FileTrouble.describe(e));
    }
  }
}
