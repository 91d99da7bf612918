package fencepost.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must be installed, and how to get it on Debian and its relatives. */
final class Packages {
  private static final Map<String, String> PACKAGE_OF =
      Map.ofEntries(
          Map.entry("mpicc", "libopenmpi-dev"),
          Map.entry("mpicxx", "libopenmpi-dev"),
          Map.entry("mpifort", "libopenmpi-dev"),
          Map.entry("mpirun", "openmpi-bin"),
          Map.entry("mpirun.openmpi", "openmpi-bin"),
          Map.entry("mpirun.mpich", "mpich"),
          Map.entry("mpicc.mpich", "libmpich-dev"),
          Map.entry("mpicxx.mpich", "libmpich-dev"),
          Map.entry("mpifort.mpich", "libmpich-dev"),
          Map.entry("oshcc", "libopenmpi-dev"),
          Map.entry("oshc++", "libopenmpi-dev"),
          Map.entry("gcc", "gcc"),
          Map.entry("g++", "g++"),
          Map.entry("gfortran", "gfortran"),
          Map.entry("clang", "clang"),
          Map.entry("clang-19", "clang-19"),
          Map.entry("flang-new-19", "flang-19"),
          Map.entry("ar", "binutils"),
          Map.entry("nm", "binutils"),
          Map.entry("objcopy", "binutils"),
          Map.entry("addr2line", "binutils"));

  private Packages() {}

  /** What to do to get a command. */
  static String adviceFor(String command) {
    String packageName = PACKAGE_OF.get(command);
    return packageName == null
        ? "is it installed and on the PATH?"
        : "get it with: apt-get install " + packageName;
  }

  /** Makes sure that commands are there: installs them where that is possible, else says how. */
  static void require(String... commands) {
    Set<String> missing = new LinkedHashSet<>();
    for (String command : commands) {
      if (Shell.find(command).isEmpty()) {
        missing.add(PACKAGE_OF.getOrDefault(command, command));
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    if (missing.contains("libopenmpi-dev")) {
      missing.add("gcc");
      missing.add("openmpi-bin");
    }
    String install = "apt-get install -y --no-install-recommends " + String.join(" ", missing);
    if (Shell.find("apt-get").isEmpty() || !mayInstall()) {
      throw new ToolFailure(
          ExitCode.WRONG_USE, "something is missing; install it with: sudo " + install);
    }
    System.err.println("fencepost: installing " + String.join(" ", missing));
    List<String> prefix = isRoot() ? List.of("env") : List.of("sudo", "-n", "env");
    install(prefix, List.of("apt-get", "update", "-qq"));
    if (install(prefix, List.of(install.split(" "))) != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, "this did not work: " + install);
    }
  }

  private static int install(List<String> prefix, List<String> command) {
    List<String> whole = new ArrayList<>(prefix);
    whole.add("DEBIAN_FRONTEND=noninteractive");
    whole.addAll(command);
    Shell.Result result = Shell.run(whole);
    if (result.exitCode() != 0) {
      System.err.print(result.output());
    }
    return result.exitCode();
  }

  private static boolean mayInstall() {
    return isRoot() || Shell.run(List.of("sudo", "-n", "true")).exitCode() == 0;
  }

  private static boolean isRoot() {
    return Shell.run(List.of("id", "-u")).firstLine().equals("0");
  }
}
