package fencepost.cli;

import fencepost.report.JsonReport;
import fencepost.report.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;

/** The entry point. */
@Command(
    name = "fencepost",
    version = "fencepost " + JsonReport.VERSION,
    mixinStandardHelpOptions = true,
    description = "Finds data races in remote-memory-access programs.",
    footer = {
      "",
      "Examples:",
      "  fencepost run -n 4 halo.c",
      "  fencepost cc -O2 -o halo halo.c -lm && fencepost run -n 4 ./halo 1000",
      "  fencepost check halo.c",
      "",
      "Exit code: 0 no race, 66 races, 2 wrong use, 70 the tool failed or has not",
      "seen all, 124 time-out, else the program's own."
    })
public final class Main {
  /** What the JVM makes of bytes that are no characters. */
  private static final char REPLACED = '\ufffd';

  private static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          CheckCommand.class,
          AnalyzeCommand.class,
          TraceCommand.class,
          ClusterCommand.class,
          DiffCommand.class,
          SuppressCommand.class,
          ExplainCommand.class,
          InitCommand.class,
          DoctorCommand.class,
          BenchCommand.class,
          DistCommand.class,
          HelpCommand.class);

  private Main() {}

  /** Runs a command and exits with its code. */
  public static void main(String[] arguments) {
    String temporary = System.getenv("TMPDIR");
    if (temporary != null && Files.isDirectory(Path.of(temporary))) {
      System.setProperty("java.io.tmpdir", temporary); // which Java does not look at by itself
    }
    for (String argument : arguments) {
      if (argument.indexOf(REPLACED) >= 0) {
        // The bytes are lost: a file would not be found, and a program would get others.
        System.exit(
            failed(ToolFailure.wrongUse("only UTF-8 can be passed on, not in: " + argument)));
      }
    }
    LlvmLibrary.locate();
    System.exit(run(arguments));
  }

  /** Whatever goes wrong, the user reads a line of ours and not a trace of Java's. */
  static int run(String... arguments) {
    try {
      return dispatch(arguments);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return ended(e, arguments);
    }
  }

  private static int ended(Throwable thrown, String... arguments) {
    if (thrown instanceof LlvmLibrary.Fetched fetched) {
      List<String> again = new ArrayList<>(List.of(fetched.script().toString()));
      again.addAll(Arrays.asList(arguments));
      return Shell.runHere(again);
    }
    return failed(failure(thrown));
  }

  private static ToolFailure failure(Throwable thrown) {
    if (thrown instanceof ToolFailure failure) {
      return failure;
    } else if (thrown instanceof IOException e) {
      return new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    } else if (thrown instanceof UncheckedIOException e) {
      return failure(Objects.requireNonNull(e.getCause()));
    } else if (thrown instanceof InvalidPathException e) {
      return ToolFailure.wrongUse("no file can have this name: " + e.getInput());
    } else if (thrown instanceof OutOfMemoryError) {
      return new ToolFailure(
          ExitCode.TOOL_FAILED, "out of memory; give more with FENCEPOST_JAVA_OPTIONS=-Xmx4g");
    }
    StackTraceElement[] trace = thrown.getStackTrace();
    String where = trace.length == 0 ? "" : " in " + trace[0];
    return new ToolFailure(ExitCode.TOOL_FAILED, "a defect of this tool: " + thrown + where);
  }

  private static int dispatch(String... arguments) {
    if (arguments.length > 1 && arguments[0].equals(LinkerInBetween.COMMAND)) {
      return LinkerInBetween.link(Arrays.asList(arguments).subList(1, arguments.length));
    }
    if (arguments.length == 2 && arguments[0].equals(OtherNodes.AGENT)) {
      return OtherNodes.work(Path.of(arguments[1]));
    }
    Toolchain.Language language = arguments.length == 0 ? null : language(arguments[0]);
    if (language != null) {
      // A compiler's arguments are not ours to parse.
      List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
      if (!rest.equals(List.of("--help"))) {
        return compile(language, rest);
      }
    }
    CommandLine commands = commandsFor(arguments);
    return commands
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((exception, words) -> failed(wrongUse(exception)))
        .setExecutionExceptionHandler((exception, words, parsed) -> ended(exception, arguments))
        .execute(DefaultOptions.add(commands, arguments));
  }

  /** All commands, with the compilers among them. */
  static CommandLine commands() {
    CommandLine commands = withVersion(COMMANDS);
    CompilerHelp.addTo(commands);
    return commands;
  }

  /**
   * The command that is named, or all if none is, as for help. To read the options of all commands
   * takes longer than to start one of them.
   */
  private static CommandLine commandsFor(String... arguments) {
    for (Class<?> command : COMMANDS) {
      String name = command.getAnnotation(Command.class).name();
      if (command != HelpCommand.class && arguments.length > 0 && name.equals(arguments[0])) {
        return withVersion(List.of(command));
      }
    }
    return commands();
  }

  private static CommandLine withVersion(List<Class<?>> commands) {
    CommandLine root = new CommandLine(new Main());
    commands.forEach(root::addSubcommand);
    CommandLine run = root.getSubcommands().get("run");
    if (run != null) {
      run.setStopAtPositional(true); // what follows the name of the program belongs to it
    }
    shareVersion(root, root.getCommandSpec().version());
    return root;
  }

  private static void shareVersion(CommandLine command, String... version) {
    command.getCommandSpec().version(version);
    command.getSubcommands().values().forEach(below -> shareVersion(below, version));
  }

  private static ToolFailure wrongUse(ParameterException exception) {
    String what = String.valueOf(exception.getMessage()).lines().findFirst().orElse("");
    String command = exception.getCommandLine().getCommandSpec().qualifiedName();
    return ToolFailure.wrongUse(what + "; see " + command + " --help");
  }

  private static int compile(Toolchain.Language language, List<String> arguments) {
    int exit = CompilerCommand.of(language, RaceWarnings.without(arguments)).run();
    if (exit == 0 && RaceWarnings.areWanted(arguments)) {
      RaceWarnings.print(RaceWarnings.without(arguments), System.err);
    }
    return exit;
  }

  private static int failed(ToolFailure failure) {
    String message = String.valueOf(failure.getMessage());
    String shown = message.lines().map(Printable::text).collect(Collectors.joining("\n"));
    System.err.println("fencepost: " + shown);
    return failure.exitCode();
  }

  private static Toolchain.@Nullable Language language(String command) {
    return switch (command) {
      case "cc" -> Toolchain.Language.C;
      case "c++", "cxx" -> Toolchain.Language.CXX;
      case "fc" -> Toolchain.Language.FORTRAN;
      default -> null;
    };
  }
}
