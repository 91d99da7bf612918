package fencepost.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fencepost.report.Printable;
import fencepost.report.SourcePlace;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes suppressions. */
@Command(
    name = "suppress",
    description =
        "Prints a suppression for each race of a report, to be edited and kept in a file.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost suppress report.json >> fencepost.supp",
      "  fencepost run --suppress=fencepost.supp ./halo"
    })
final class SuppressCommand implements Callable<Integer> {
  @Parameters(paramLabel = "REPORT.json", description = "What --json=FILE has written.")
  Path report = Path.of("-");

  @Override
  public Integer call() {
    Set<String> rules = new LinkedHashSet<>();
    for (JsonNode race : read().path("races")) {
      JsonNode accesses = race.path("accesses");
      rules.add(
          Suppressions.rule(
              race.path("rule").asText("*"), place(accesses.path(0)), place(accesses.path(1))));
    }
    rules.forEach(rule -> System.out.println(Printable.text(rule)));
    System.out.flush();
    return ExitCode.NOTHING_FOUND;
  }

  private JsonNode read() {
    try {
      JsonNode root = new ObjectMapper().readTree(Files.readAllBytes(report));
      ToolFailure.require(root.path("races").isArray(), report + " is no report of fencepost");
      return root;
    } catch (JsonProcessingException e) {
      throw ToolFailure.wrongUse(report + " is no report of fencepost");
    } catch (IOException e) {
      throw ToolFailure.wrongUse("cannot read " + report + ": " + FileTrouble.describe(e));
    }
  }

  private static SourcePlace place(JsonNode access) {
    return new SourcePlace(
        access.path("file").asText(),
        access.path("line").asInt(),
        access.path("function").asText());
  }
}
