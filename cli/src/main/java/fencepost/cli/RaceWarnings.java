package fencepost.cli;

import fencepost.check.Check;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.check.machine.Image;
import fencepost.program.llvm.LlvmException;
import fencepost.report.Finding;
import fencepost.report.SourcePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The races of what is being compiled, as warnings of the compiler ({@code -Wrace}). */
final class RaceWarnings {
  private static final String OPTION = "-Wrace";
  private static final double BUDGET = 10;
  private static final List<Integer> RANKS = List.of(2, 3, 4);

  private RaceWarnings() {}

  static boolean areWanted(List<String> arguments) {
    return arguments.contains(OPTION);
  }

  static List<String> without(List<String> arguments) {
    return arguments.stream().filter(argument -> !argument.equals(OPTION)).toList();
  }

  /** Looks at the source files among the arguments of a compiler. */
  static void print(List<String> arguments) {
    CompilerArguments parsed = CompilerArguments.of(arguments);
    List<Path> sources =
        parsed.inputs().stream().filter(CompilerArguments::isSource).map(Path::of).toList();
    if (sources.isEmpty()) {
      return;
    }
    try {
      Path work = Files.createTempDirectory("fencepost-check-");
      try {
        explore(
            ProgramReader.image(
                new BitcodeCompiler().compile(sources, null, flags(arguments), work)));
      } finally {
        NativeLibrary.delete(work);
      }
    } catch (BitcodeCompiler.Failed | LlvmException | ToolFailure | IOException e) {
      System.err.println("fencepost: no warnings about races: " + e.getMessage());
    }
  }

  private static void explore(Image image) {
    Exploration.Plan plan =
        new Exploration.Plan(
            RANKS, null, Set.of(), BUDGET, "fencepost run -n %d", (trials, races, steps) -> {});
    Check.run(image, plan, false).findings().forEach(RaceWarnings::print);
  }

  private static void print(Finding finding) {
    SourcePlace first = finding.accesses().get(0).place();
    SourcePlace second = finding.accesses().get(1).place();
    System.err.printf(
        "%s:%d: warning: race with %s:%d: %s [-Wrace]%n",
        first.file(), first.line(), second.fileName(), second.line(), finding.rule().summary());
    System.err.printf("%s:%d: note: %s%n", second.file(), second.line(), finding.why());
  }

  /** What concerns the meaning of the sources: definitions, directories, the language. */
  private static List<String> flags(List<String> arguments) {
    List<String> flags = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.matches("-[IDU]|-include|-isystem|-iquote") && i + 1 < arguments.size()) {
        flags.add(argument);
        flags.add(arguments.get(++i));
      } else if (argument.matches(
          "-[IDU].+|-std=.*|-f(no-)?(exceptions|rtti|signed-char)|-m.*|-pthread|-cpp")) {
        flags.add(argument);
      }
    }
    return flags;
  }
}
