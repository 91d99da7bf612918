package fencepost.cli;

import java.nio.file.Files;
import java.nio.file.Path;
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
          Map.entry("libomp.so", "libomp-19-dev"),
          Map.entry("ar", "binutils"),
          Map.entry("nm", "binutils"),
          Map.entry("objcopy", "binutils"),
          Map.entry("addr2line", "binutils"));

  private static final Path APT_GET = Path.of("/usr/bin/apt-get");

  private Packages() {}

  /** What to do to get a command. */
  static String adviceFor(String command) {
    String packageName = PACKAGE_OF.get(command);
    return packageName == null
        ? "is it installed and on the PATH?"
        : "get it with: apt-get install " + packageName;
  }

  /**
   * Makes sure that commands are there: installs them where that is possible, else says how. Only
   * what the table names is ever installed; anything else is the user's own, and only missed.
   */
  static void require(String... commands) {
    Set<String> missing = new LinkedHashSet<>();
    for (String command : commands) {
      if (Shell.find(command).isEmpty()) {
        String packageName = PACKAGE_OF.get(command);
        if (packageName == null) {
          throw ToolFailure.wrongUse(
              "there is no command '" + command + "'; is it installed and on the PATH?");
        }
        missing.add(packageName);
      }
    }
    if (missing.contains("libopenmpi-dev")) {
      missing.add("gcc");
      missing.add("openmpi-bin");
    }
    if (!missing.isEmpty()) {
      install(missing);
    }
  }

  private static void install(Set<String> packages) {
    List<String> install =
        new ArrayList<>(List.of("apt-get", "install", "-y", "--no-install-recommends"));
    install.addAll(packages);
    String line = String.join(" ", install);
    if (!Files.isExecutable(APT_GET) || !mayInstall()) {
      throw ToolFailure.wrongUse("something is missing; install it with: sudo " + line);
    }
    System.err.println("fencepost: installing what is missing: " + line);
    runAsRoot(List.of("apt-get", "update", "-qq"));
    if (runAsRoot(install) != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, "this did not work: " + line);
    }
  }

  /**
   * Runs a command as root with an environment of ours. Of the user's, only the names of proxies
   * are kept: without them many machines reach no package, and packages are signed.
   */
  private static int runAsRoot(List<String> command) {
    List<String> whole = new ArrayList<>(isRoot() ? List.of() : List.of("sudo", "-n"));
    whole.addAll(List.of("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"));
    whole.add("DEBIAN_FRONTEND=noninteractive");
    for (String proxy : List.of("http_proxy", "https_proxy", "no_proxy")) {
      String value = System.getenv(proxy);
      if (value != null) {
        whole.add(proxy + "=" + value);
      }
    }
    whole.addAll(command);
    Shell.Result result = Shell.run(whole);
    if (result.exitCode() != 0) {
      System.err.print(result.output());
    }
    return result.exitCode();
  }

  private static boolean mayInstall() {
    String forbidden = System.getenv("FENCEPOST_NO_INSTALL");
    return (forbidden == null || forbidden.isEmpty() || forbidden.equals("0"))
        && (isRoot() || Shell.run(List.of("sudo", "-n", "true")).exitCode() == 0);
  }

  private static boolean isRoot() {
    return Shell.run(List.of("id", "-u")).firstLine().equals("0");
  }
}
