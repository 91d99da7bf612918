package fencepost.cli;

import fencepost.check.Check;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.check.machine.Image;
import fencepost.program.llvm.LlvmException;
import fencepost.report.Finding;
import fencepost.report.Printable;
import fencepost.report.SourcePlace;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The races of what is being compiled, as warnings of the compiler ({@code -Wrace}). */
final class RaceWarnings {
  private static final String OPTION = "-Wrace";
  private static final double BUDGET = 10;
  private static final Pattern MEANT =
      Pattern.compile(
          "-[IDU].+|-std=.*|-f(no-)?(exceptions|rtti|signed-char|openmp)|-m.*|-pthread");

  /** flang knows one standard, and fewer options than gfortran. */
  private static final Pattern MEANT_IN_FORTRAN =
      Pattern.compile("-[IDU].+|-cpp|-fopenmp|-f(free|fixed)-form|-fdefault-(real|integer)-8");

  private static final Pattern ERROR_AT = Pattern.compile(":\\d+:\\d+: (fatal )?error: ");
  private static final Pattern MODULE =
      Pattern.compile("Cannot (?:read|parse) module file for module '(\\w+)'");
  private static final List<Integer> RANKS = List.of(2, 3, 4);

  private RaceWarnings() {}

  static boolean areWanted(List<String> arguments) {
    return arguments.contains(OPTION);
  }

  static List<String> without(List<String> arguments) {
    return arguments.stream().filter(argument -> !argument.equals(OPTION)).toList();
  }

  /** Looks at the source files among the arguments of a compiler. */
  static void print(List<String> given, PrintStream out) {
    List<String> arguments = ModelChoice.without(given);
    CompilerArguments parsed = CompilerArguments.of(arguments);
    List<Path> sources =
        parsed.inputs().stream().filter(CompilerArguments::isSource).map(Path::of).toList();
    if (sources.isEmpty()) {
      return;
    }
    try {
      try (OwnedDirectory directory = OwnedDirectory.create("check")) {
        Path work = directory.path();
        boolean fortran = parsed.inputs().stream().anyMatch(CompilerArguments::isFortran);
        List<String> flags = flags(arguments, fortran);
        String model = ModelChoice.in(given).model().id();
        Image image =
            ProgramReader.image(new BitcodeCompiler().compile(sources, model, flags, work));
        explore(image).forEach(finding -> print(finding, out));
      }
    } catch (BitcodeCompiler.Failed | LlvmException | ToolFailure | IOException e) {
      out.println("fencepost: no warnings about races: " + Printable.text(inOneLine(e)));
    }
  }

  /** What another compiler says of a file that its own has compiled: the first that is wrong. */
  private static String inOneLine(Exception e) {
    String message = String.valueOf(e.getMessage());
    Matcher module = MODULE.matcher(message);
    if (module.find()) {
      return LlvmWrapper.FLANG
          + " cannot read the module "
          + module.group(1)
          + " of another compiler; name the file that has it, too";
    }
    return message
        .lines()
        .filter(line -> ERROR_AT.matcher(line).find())
        .findFirst()
        .orElseGet(() -> message.lines().findFirst().orElse(""));
  }

  private static List<Finding> explore(Image image) {
    Exploration.Plan plan =
        new Exploration.Plan(
            RANKS,
            null,
            Set.of(),
            BUDGET,
            "fencepost run -n %d",
            (trials, races, steps, coverage) -> {});
    return Check.run(image, plan, false).findings();
  }

  private static void print(Finding finding, PrintStream out) {
    SourcePlace first = finding.accesses().get(0).place();
    SourcePlace second = finding.accesses().get(1).place();
    out.println(
        Printable.text(
            String.format(
                "%s:%d: warning: race with %s:%d: %s [-Wrace]",
                first.file(),
                first.line(),
                second.fileName(),
                second.line(),
                finding.rule().summary())));
    out.println(
        Printable.text(
            String.format("%s:%d: note: %s", second.file(), second.line(), finding.why())));
  }

  /** What concerns the meaning of the sources: definitions, directories, the language. */
  private static List<String> flags(List<String> arguments, boolean fortran) {
    Pattern meant = fortran ? MEANT_IN_FORTRAN : MEANT;
    List<String> flags = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.matches("-[IDU]|-include|-isystem|-iquote") && i + 1 < arguments.size()) {
        flags.add(argument);
        flags.add(arguments.get(++i));
      } else if (meant.matcher(argument).matches()) {
        flags.add(argument);
      }
    }
    return flags;
  }
}
