package fencepost.cli;

import fencepost.check.mpi.Prototypes;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What the headers of an MPI library say, of which modules are made for flang.
 *
 * @param mpifh {@code mpif.h} with everything that it includes
 */
record FortranLibrary(Prototypes prototypes, String mpifh) {
  private static final Pattern INCLUDED = Pattern.compile("-I(\\S+)");

  static FortranLibrary of(Toolchain toolchain) throws IOException {
    Toolchain c = toolchain.forRuntime();
    try (OwnedDirectory directory = OwnedDirectory.create("fortran")) {
      Path work = directory.path();
      Path header = Files.writeString(work.resolve("includes.c"), "#include <mpi.h>\n");
      List<String> preprocessor = new ArrayList<>(LlvmWrapper.command(c));
      preprocessor.addAll(List.of("-E", "-P", header.toString()));
      Path include = Files.writeString(work.resolve("includes.f90"), "include 'mpif.h'\nend\n");
      return new FortranLibrary(
          new Prototypes(output(preprocessor)),
          flang(toolchain, List.of("-E", include.toString())));
    }
  }

  /** What flang prints if it knows where the library's headers are. */
  static String flang(Toolchain toolchain, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(LlvmWrapper.FLANG));
    command.addAll(arguments);
    command.addAll(included(toolchain));
    return output(command);
  }

  /** What a wrapper would add may be for another compiler, but for directories. */
  static List<String> included(Toolchain toolchain) {
    return INCLUDED.matcher(toolchain.show()).results().map(MatchResult::group).toList();
  }

  /** The directories that a wrapper names. */
  static List<String> directories(Toolchain toolchain) {
    return INCLUDED.matcher(toolchain.show()).results().map(m -> m.group(1)).toList();
  }

  /** The library's own {@code mpif.h}. */
  static Path header(Toolchain toolchain) {
    List<String> directories = new ArrayList<>(directories(toolchain));
    directories.add("/usr/include");
    for (String directory : directories) {
      Path file = Path.of(directory, "mpif.h");
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new ToolFailure(ExitCode.WRONG_USE, toolchain.wrapper() + " has no mpif.h");
  }

  private static String output(List<String> command) {
    Shell.Result result = Shell.ask(command);
    if (result.exitCode() != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, result.output());
    }
    return result.output();
  }
}
