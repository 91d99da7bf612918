package fencepost.cli;

import fencepost.frontend.Strict;
import fencepost.report.HtmlReport;
import fencepost.report.JsonReport;
import fencepost.report.JunitReport;
import fencepost.report.RunReport;
import fencepost.report.SarifReport;
import fencepost.report.Suppressions;
import fencepost.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the report as one page to look at in a browser.")
  @Nullable Path html;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Also write the report as SARIF 2.1.0, for code scanning and editors.")
  @Nullable Path sarif;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write the report as JUnit XML, for continuous integration.")
  @Nullable Path junit;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Fail only for races that are not in FILE, an earlier report of --json.")
  @Nullable Path baseline;

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

  private @Nullable Set<String> known;

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

  /** Whether somebody wants a report in another form than the usual one. */
  boolean areChosen() {
    return !outputs().isEmpty() || baseline != null || suppress != null || !strict.isEmpty();
  }

  /** Finds mistakes in the options: before the run, which may take long. */
  void check() {
    checkExitCode(exitCode);
    for (Path file : outputs().keySet()) {
      if (!file.equals(STANDARD_OUTPUT)) {
        FileTrouble.checkWritable(file);
      }
    }
    if (baseline != null) {
      known = DiffCommand.read(baseline).keySet();
    }
  }

  static void checkExitCode(int code) {
    ToolFailure.require(
        code >= 0 && code <= LARGEST_EXIT_CODE, "--exit-code must be from 0 to 255, not " + code);
  }

  /** The files that were asked for, and what goes into them. */
  private Map<Path, Function<RunReport, String>> outputs() {
    Map<Path, Function<RunReport, String>> outputs = new LinkedHashMap<>();
    add(outputs, json, JsonReport::of);
    add(outputs, html, HtmlReport::of);
    add(outputs, sarif, SarifReport::of);
    add(outputs, junit, JunitReport::of);
    return outputs;
  }

  private static void add(
      Map<Path, Function<RunReport, String>> outputs,
      @Nullable Path file,
      Function<RunReport, String> format) {
    if (file != null) {
      ToolFailure.require(
          outputs.put(file, format) == null, file + " is named for two reports; name two files");
    }
  }

  /** Prints the report, and writes it where it was asked for; returns the exit code. */
  int write(RunReport found) {
    RunReport report = known == null ? found : found.withBaseline(known);
    System.out.flush();
    try {
      outputs().forEach((file, format) -> write(file, format.apply(report)));
    } finally {
      System.err.print(TextReport.of(report, Terminal.style())); // the verdict is the last line
      System.err.flush();
    }
    return report.newFindings() == 0 ? ExitCode.NOTHING_FOUND : exitCode;
  }

  private static void write(Path file, String text) {
    try {
      if (file.equals(STANDARD_OUTPUT)) {
        System.out.print(text);
        System.out.flush();
      } else {
        Files.writeString(file, text);
      }
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "cannot write " + file + ": " + FileTrouble.describe(e));
    }
  }
}
