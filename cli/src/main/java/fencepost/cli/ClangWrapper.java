package fencepost.cli;

import java.util.ArrayList;
import java.util.List;

/** An MPI compiler wrapper that is told to use clang, if it does not do so anyway. */
final class ClangWrapper {
  private static final String CLANG = "clang-19";
  private static final String CLANGXX = "clang++-19";

  private ClangWrapper() {}

  /** The first words of a command. */
  static List<String> command(Toolchain toolchain) {
    List<String> command = new ArrayList<>();
    if (!toolchain.isClang()) {
      Packages.require(CLANG);
      command.addAll(List.of("env", "OMPI_CC=" + CLANG, "MPICH_CC=" + CLANG));
      command.addAll(List.of("OMPI_CXX=" + CLANGXX, "MPICH_CXX=" + CLANGXX));
    }
    command.add(toolchain.wrapper());
    return command;
  }
}
