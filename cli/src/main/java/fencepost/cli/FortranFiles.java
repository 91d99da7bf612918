package fencepost.cli;

import static java.nio.file.StandardOpenOption.APPEND;

import fencepost.check.ProgramReader.Unit;
import fencepost.check.mpi.FortranModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of {@link FortranModules} for an MPI library, made once and kept.
 *
 * @param directory where they are
 * @param included options for the directories of the library
 */
record FortranFiles(Path directory, List<String> included) {
  private static final String MODULES = "modules.ll";

  /**
   * @param flags with which a file becomes LLVM's assembly language
   */
  static FortranFiles of(Toolchain toolchain, List<String> flags)
      throws IOException, BitcodeCompiler.Failed {
    FortranLibrary library = FortranLibrary.of(toolchain);
    FortranModules modules = new FortranModules(library.prototypes(), library.mpifh());
    String header = Files.readString(FortranLibrary.header(toolchain)) + modules.interfaces();
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
              FortranLibrary.flang(toolchain, command);
              Files.writeString(directory.resolve(MODULES), variable, APPEND);
            }),
        FortranLibrary.included(toolchain));
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
