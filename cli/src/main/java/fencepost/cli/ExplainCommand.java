package fencepost.cli;

import fencepost.report.Rule;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a rule's page of the documentation. */
@Command(
    name = "explain",
    description = "Prints what a kind of race is, with wrong and right code; without RULE, a list.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost explain", "  fencepost explain buffer-in-use"})
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RULE",
      arity = "0..1",
      description = "The name of a rule, as reports have it.",
      defaultValue = "")
  String rule = "";

  @Override
  public Integer call() {
    System.out.print(rule.isEmpty() ? list() : page());
    System.out.flush();
    return ExitCode.NOTHING_FOUND;
  }

  private static String list() {
    return Arrays.stream(Rule.values())
        .map(known -> "%-16s %s%n".formatted(known.id(), known.summary()))
        .collect(Collectors.joining());
  }

  private String page() {
    return Arrays.stream(Rule.values())
        .filter(known -> known.id().equals(rule))
        .findFirst()
        .orElseThrow(
            () -> ToolFailure.wrongUse("there is no rule " + rule + "; see fencepost explain"))
        .help();
  }
}
