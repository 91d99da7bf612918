package fencepost.cli;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.Verdict;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.program.llvm.LlvmException;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whether the removal of a synchronising call from a correct program is noticed. */
@Command(
    name = "sensitivity",
    description =
        "Removes each synchronising call from correct programs in turn, and tells whether check"
            + " finds a race then.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost bench sensitivity"})
final class BenchSensitivity implements Callable<Integer> {
  @Option(
      names = "-n",
      paramLabel = "N",
      split = ",",
      defaultValue = "2,4",
      description = "Numbers of processes to try (default: ${DEFAULT-VALUE}).")
  List<Integer> processes = List.of(2, 4);

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description = "For each removal (default: ${DEFAULT-VALUE}).")
  double budget = 20;

  @Option(
      names = "--run",
      description = "Where check finds nothing, also run the program, with the last number of -n.")
  boolean run;

  @Parameters(paramLabel = "FILES", arity = "1..*", description = "Programs of one file each.")
  List<Path> files = List.of();

  private final BitcodeCompiler compiler = new BitcodeCompiler();
  private int removed;
  private int found;
  private int impossible;

  @Override
  public Integer call() throws IOException {
    System.out.println("| program | without | check |" + (run ? " run |" : ""));
    System.out.println("|---|---|---|" + (run ? "---|" : ""));
    for (Path file : files) {
      look(file);
    }
    System.out.printf(
        Locale.ROOT,
        "%n%d calls removed: a race is found for %d, %d programs cannot go on without, %d are left%n",
        removed,
        found,
        impossible,
        removed - found - impossible);
    return ExitCode.NOTHING_FOUND;
  }

  int removed() {
    return removed;
  }

  int found() {
    return found;
  }

  private void look(Path file) throws IOException {
    String text = Files.readString(file);
    try (OwnedDirectory owned = OwnedDirectory.create("bench")) {
      Path work = owned.path();
      Path copy = work.resolve(String.valueOf(file.getFileName()));
      Exploration.Result whole = explore(copy, text, work);
      for (SynchronizingCalls.Site site : SynchronizingCalls.in(text)) {
        if (whole.coverage().isReached(String.valueOf(file.getFileName()), site.line())) {
          remove(site, copy, text, work);
        }
      }
    }
  }

  private void remove(SynchronizingCalls.Site site, Path copy, String text, Path work)
      throws IOException {
    String answer = judge(explore(copy, site.removedFrom(text), work));
    removed++;
    found += answer.equals("found") ? 1 : 0;
    impossible += answer.startsWith("cannot") ? 1 : 0;
    System.out.printf(
        Locale.ROOT,
        "| %s | %s:%d | %s |%s%n",
        copy.getFileName(),
        site.name(),
        site.line(),
        answer,
        run ? " " + (answer.equals("nothing") ? runIt(copy, work) : "") + " |" : "");
    System.out.flush();
  }

  private static String judge(Exploration.Result result) {
    if (!result.findings().isEmpty()) {
      return "found";
    }
    if (result.stopped() || result.completeTrials() < result.trials()) {
      String why = result.notes().isEmpty() ? "too slow" : result.notes().get(0);
      return "cannot go on: " + why.replaceFirst("^rank \\d+ of \\d+:? ?", "");
    }
    return "nothing";
  }

  private Exploration.Result explore(Path copy, String text, Path work) throws IOException {
    Files.writeString(copy, text);
    try {
      return new Exploration(
              ProgramReader.image(compiler.compile(List.of(copy), null, List.of(), work)),
              new Exploration.Plan(
                  processes,
                  List.of(),
                  Set.of(),
                  budget,
                  "fencepost run -n %d",
                  (trials, findings, steps, coverage) -> {}))
          .run();
    } catch (BitcodeCompiler.Failed | LlvmException e) {
      throw new ToolFailure(ExitCode.WRONG_USE, copy + ": " + e.getMessage());
    }
  }

  private String runIt(Path copy, Path work) throws IOException {
    int most = processes.get(processes.size() - 1);
    Case given = new Case(copy.toString(), "", List.of(copy), List.of(), most);
    Path place = Files.createDirectories(work.resolve("run"));
    Verdict verdict = new DynamicTool(30).examine(given, place);
    return verdict.ending() != Verdict.Ending.FINISHED
        ? verdict.ending().name().toLowerCase(Locale.ROOT)
        : verdict.races().isEmpty() ? "nothing" : "found";
  }
}
