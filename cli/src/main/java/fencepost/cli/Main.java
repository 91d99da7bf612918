package fencepost.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The entry point. */
@Command(
    name = "fencepost",
    version = "fencepost 0.1.0",
    mixinStandardHelpOptions = true,
    description = "Finds data races in remote-memory-access programs.",
    subcommands = {
      RunCommand.class,
      CheckCommand.class,
      AnalyzeCommand.class,
      BenchCommand.class,
      DoctorCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "Compilers: fencepost cc|c++|fc ARGS... are drop-in replacements for mpicc, mpicxx and mpifort;",
      "--model=shmem or gaspi before ARGS for programs that use OpenSHMEM or GASPI.",
      "",
      "Exit code: 0 no race, 66 races, 2 wrong use, 70 the tool failed, else the program's own."
    })
public final class Main {

  private Main() {}

  /** Runs a command and exits with its code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    try {
      if (arguments.length > 1 && arguments[0].equals(LinkerInBetween.COMMAND)) {
        return LinkerInBetween.link(Arrays.asList(arguments).subList(1, arguments.length));
      }
      Toolchain.Language language = arguments.length == 0 ? null : language(arguments[0]);
      if (language != null) {
        // A compiler's arguments are not ours to parse.
        List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
        return compile(language, rest);
      }
      CommandLine commands = new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
      // What follows the name of the program belongs to the program.
      Objects.requireNonNull(commands.getSubcommands().get("run")).setStopAtPositional(true);
      return commands
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setExitCodeExceptionMapper(exception -> ExitCode.TOOL_FAILED)
          .setExecutionExceptionHandler(
              (exception, commandLine, parsed) -> {
                if (exception instanceof ToolFailure failure) {
                  return failed(failure);
                } else if (exception instanceof IOException) {
                  return failed(new ToolFailure(ExitCode.TOOL_FAILED, exception.toString()));
                }
                throw exception;
              })
          .execute(arguments);
    } catch (ToolFailure failure) {
      return failed(failure);
    }
  }

  private static int compile(Toolchain.Language language, List<String> arguments) {
    int exit = CompilerCommand.of(language, RaceWarnings.without(arguments)).run();
    if (exit == 0 && RaceWarnings.areWanted(arguments)) {
      RaceWarnings.print(ModelChoice.without(RaceWarnings.without(arguments)), System.err);
    }
    return exit;
  }

  private static int failed(ToolFailure failure) {
    System.err.println("fencepost: " + failure.getMessage());
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
