package fencepost.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An MPI compiler wrapper that is told to use clang or flang, if it does not do so anyway. */
final class LlvmWrapper {
  private static final Pattern VERSION = Pattern.compile("(?:clang|flang)[- \\w]* version (\\d+)");

  /** Versions whose bitcode the LLVM that programs are analysed with can read; tests use 19. */
  private static final int OLDEST = 17;

  private static final int NEWEST = 20;

  static final String CLANG = installed("clang-19", "clang-20", "clang");
  private static final String CLANGXX = installed("clang++-19", "clang++-20", "clang++");
  static final String FLANG = installed("flang-new-19", "flang-20", "flang-new", "flang");
  static final String OPENMP = "libomp.so";

  private LlvmWrapper() {}

  /** The first that is there; a name without a version must be one of a version that will do. */
  private static String installed(String... names) {
    return Stream.of(names)
        .filter(name -> Shell.find(name).isPresent())
        .filter(name -> name.matches(".*\\d") || hasKnownVersion(name))
        .findFirst()
        .orElse(names[0]);
  }

  private static boolean hasKnownVersion(String command) {
    Matcher version = VERSION.matcher(Shell.ask(List.of(command, "--version")).output());
    return version.find()
        && Integer.parseInt(version.group(1)) >= OLDEST
        && Integer.parseInt(version.group(1)) <= NEWEST;
  }

  /** Whether there is a clang whose bitcode can be read. */
  static boolean isThere(Toolchain toolchain) {
    if (!toolchain.isClang()) {
      return Shell.find(CLANG).isPresent();
    }
    Matcher version = VERSION.matcher(toolchain.compilerVersion());
    return version.find() && Integer.parseInt(version.group(1)) <= NEWEST;
  }

  /**
   * Whether there is the runtime library of OpenMP that clang and flang link programs with. flang
   * does not answer where a library is: clang, which comes with it, does.
   */
  static boolean hasOpenMp(Toolchain toolchain) {
    boolean fortran = toolchain.language() == Toolchain.Language.FORTRAN;
    List<String> question = new ArrayList<>(fortran ? List.of(CLANG) : command(toolchain));
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
