package fencepost.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A compiler that the MPI compiler wrappers can be told to use.
 *
 * @param command for example {@code clang-19}
 * @param version the first line that it says of itself
 */
record Compiler(String name, String command, String version) {
  private static final String FLANG = "flang-new-19";

  private static final Map<String, List<String>> CANDIDATES =
      Map.of("gcc", List.of("gcc"), "clang", List.of("clang", "clang-19"));

  /** Those that are installed. */
  static List<Compiler> installed() {
    List<Compiler> found = new ArrayList<>();
    for (String name : List.of("gcc", "clang")) {
      CANDIDATES.getOrDefault(name, List.of()).stream()
          .filter(command -> !versionOf(command).isEmpty())
          .findFirst()
          .ifPresent(command -> found.add(new Compiler(name, command, versionOf(command))));
    }
    return found;
  }

  /** For a measurement of what clang alone can do. */
  static Compiler clang() throws IOException {
    return installed().stream()
        .filter(Compiler::isClang)
        .findFirst()
        .orElseThrow(() -> new IOException("this needs clang"));
  }

  private static String versionOf(String command) {
    try {
      Command.Result result = new Command(List.of(command, "--version"), Map.of()).run();
      return result.exitCode() == 0 ? result.output().lines().findFirst().orElse("") : "";
    } catch (IOException e) {
      return ""; // not installed
    }
  }

  /** Makes the wrappers of Open MPI and MPICH use it. */
  Map<String, String> environment() {
    String fortran = isClang() ? FLANG : "gfortran";
    String cxx = command.replace("clang", "clang++").replace("gcc", "g++");
    return Map.of(
        "OMPI_CC", command,
        "MPICH_CC", command,
        "OMPI_CXX", cxx,
        "MPICH_CXX", cxx,
        "OMPI_FC", fortran,
        "MPICH_FC", fortran);
  }

  boolean isClang() {
    return name.equals("clang");
  }
}
