package fencepost.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An MPI compiler wrapper that is told to use clang or flang, if it does not do so anyway. */
final class LlvmWrapper {
  static final String CLANG = "clang-19";
  private static final String CLANGXX = "clang++-19";
  private static final Pattern VERSION = Pattern.compile("clang version (\\d+)");

  /** The version of LLVM that programs are analysed with. */
  private static final int NEWEST = 20;

  static final String FLANG = "flang-new-19";
  static final String OPENMP = "libomp.so";

  private LlvmWrapper() {}

  /** Whether there is a clang whose bitcode can be read. */
  static boolean isThere(Toolchain toolchain) {
    if (!toolchain.isClang()) {
      return Shell.find(CLANG).isPresent();
    }
    Matcher version = VERSION.matcher(toolchain.compilerVersion());
    return version.find() && Integer.parseInt(version.group(1)) <= NEWEST;
  }

  /** Whether there is the runtime library of OpenMP that clang and flang link programs with. */
  static boolean hasOpenMp(Toolchain toolchain) {
    List<String> question = new ArrayList<>(command(toolchain));
    question.add("-print-file-name=" + OPENMP);
    return Shell.ask(question).firstLine().contains("/"); // else it is the name that was asked for
  }

  /** The first words of a command. */
  static List<String> command(Toolchain toolchain) {
    List<String> command = new ArrayList<>();
    if (toolchain.language() == Toolchain.Language.FORTRAN) {
      command.addAll(List.of("env", "OMPI_FC=" + FLANG, "MPICH_FC=" + FLANG));
    } else if (!toolchain.isClang()) {
      Packages.require(CLANG);
      command.add("env");
      for (String library : List.of("OMPI", "OSHMEM", "MPICH")) {
        command.addAll(List.of(library + "_CC=" + CLANG, library + "_CXX=" + CLANGXX));
      }
    }
    command.add(toolchain.wrapper());
    return command;
  }
}
