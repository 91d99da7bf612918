package fencepost.cli;

import static java.nio.file.StandardOpenOption.APPEND;

import fencepost.check.ProgramReader.Unit;
import fencepost.check.mpi.FortranModules;
import fencepost.check.mpi.Prototypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of {@link FortranModules} for an MPI library, made once and kept.
 *
 * @param directory where they are
 * @param included options for the directories of the library
 */
record FortranFiles(Path directory, List<String> included) {
  private static final Pattern INCLUDED = Pattern.compile("-I(\\S+)");
  private static final String MODULES = "modules.ll";

  /**
   * @param flags with which a file becomes LLVM's assembly language
   */
  static FortranFiles of(Toolchain toolchain, List<String> flags)
      throws IOException, BitcodeCompiler.Failed {
    Toolchain c = toolchain.forRuntime();
    Path work = Files.createTempDirectory("fencepost-fortran-");
    try {
      Path includes = Files.writeString(work.resolve("includes.c"), "#include <mpi.h>\n");
      Prototypes prototypes = new Prototypes(run(c, List.of("-E", "-P", includes.toString())));
      Path include = Files.writeString(work.resolve("includes.f90"), "include 'mpif.h'\nend\n");
      String mpifh = run(toolchain, List.of("-E", include.toString()));
      FortranModules modules = new FortranModules(prototypes, mpifh);
      String header = Files.readString(header(toolchain)) + modules.interfaces();
      String source = modules.source();
      String variable = modules.prototypesVariable();
      String identity = header + source + variable + flags + toolchain.show() + LlvmWrapper.FLANG;
      return new FortranFiles(
          NativeLibrary.made(
              identity,
              directory -> {
                Files.writeString(directory.resolve("mpif.h"), header);
                Path file = Files.writeString(directory.resolve("modules.f90"), source);
                List<String> command = new ArrayList<>(flags);
                command.addAll(List.of("-I" + directory, "-module-dir", directory.toString()));
                command.addAll(List.of("-o", directory.resolve(MODULES).toString()));
                command.add(file.toString());
                run(toolchain, command);
                Files.writeString(directory.resolve(MODULES), variable, APPEND);
              }),
          included(toolchain));
    } finally {
      NativeLibrary.delete(work);
    }
  }

  /** What a wrapper would add may be for another compiler, but for directories. */
  private static List<String> included(Toolchain toolchain) {
    return INCLUDED.matcher(toolchain.show()).results().map(MatchResult::group).toList();
  }

  private static String run(Toolchain toolchain, List<String> arguments) {
    boolean fortran = toolchain.language() == Toolchain.Language.FORTRAN;
    List<String> command =
        new ArrayList<>(fortran ? List.of(LlvmWrapper.FLANG) : LlvmWrapper.command(toolchain));
    command.addAll(arguments);
    command.addAll(fortran ? included(toolchain) : List.of());
    Shell.Result result = Shell.run(command);
    if (result.exitCode() != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, result.output());
    }
    return result.output();
  }

  /** The library's own {@code mpif.h}. */
  private static Path header(Toolchain toolchain) {
    for (Matcher m = INCLUDED.matcher(toolchain.show() + " -I/usr/include"); m.find(); ) {
      Path file = Path.of(m.group(1), "mpif.h");
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new ToolFailure(ExitCode.WRONG_USE, toolchain.wrapper() + " has no mpif.h");
  }

  /** With which they are found before those of the library; the program's modules go elsewhere. */
  List<String> options(Path work) {
    List<String> options = new ArrayList<>(List.of("-module-dir", work.toString()));
    options.add("-I" + directory);
    options.addAll(included);
    return options;
  }

  /** To be linked with the program. */
  Unit unit() throws IOException {
    return new Unit("modules of MPI", Files.readAllBytes(directory.resolve(MODULES)));
  }
}
