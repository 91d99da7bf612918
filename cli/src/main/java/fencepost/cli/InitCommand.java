package fencepost.cli;

import fencepost.report.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Prepares a project: options, suppressions, and what continuous integration or an editor reads.
 */
@Command(
    name = "init",
    description = {
      "Writes files to begin with into the present directory: options, suppressions, and a job for"
          + " continuous integration. A file that is there is left as it is."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost init", "  fencepost init --for=gitlab,vscode"})
final class InitCommand implements Callable<Integer> {
  /** What a project may use. */
  enum Host {
    GITHUB("github.yml", ".github/workflows/fencepost.yml"),
    GITLAB("gitlab.yml", ".gitlab/fencepost.yml"),
    VSCODE("tasks.json", ".vscode/tasks.json");

    private final String template;
    private final String file;

    Host(String template, String file) {
      this.template = template;
      this.file = file;
    }
  }

  @Option(
      names = "--for",
      paramLabel = "WHAT",
      split = ",",
      defaultValue = "github",
      description = "github, gitlab, vscode (default: ${DEFAULT-VALUE}).")
  Set<Host> hosts = Set.of(Host.GITHUB);

  @Override
  public Integer call() {
    Map<String, String> files = new LinkedHashMap<>(Map.of(".fencepost", "options"));
    files.put("fencepost.supp", "suppressions");
    new TreeSet<>(hosts).forEach(host -> files.put(host.file, host.template));
    files.forEach((file, template) -> write(Path.of(file), Resources.text("init/" + template)));
    return ExitCode.NOTHING_FOUND;
  }

  private static void write(Path file, String template) {
    if (Files.exists(file)) {
      System.out.println(file + " is there, and was left as it is");
      return;
    }
    try {
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.writeString(file, template.replace("@VERSION@", JsonReport.VERSION));
      System.out.println(file);
    } catch (IOException e) {
      throw ToolFailure.wrongUse("cannot write " + file + ": " + FileTrouble.describe(e));
    }
  }
}
