package fencepost.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What must be installed, and how to get it on the system that this is. */
final class Packages {
  private static final Path APT_GET = Path.of("/usr/bin/apt-get");

  /** Who installs packages, and in which column of the table its names are. */
  enum Manager {
    APT("apt-get install -y --no-install-recommends", 1),
    DNF("dnf install", 2),
    ZYPPER("zypper install", 3);

    private final String install;
    private final int column;

    Manager(String install, int column) {
      this.install = install;
      this.column = column;
    }

    /** The manager of a system on which some programs are there. */
    static Manager among(Predicate<String> isThere) {
      return isThere.test("apt-get")
          ? APT
          : isThere.test("zypper") ? ZYPPER : isThere.test("dnf") ? DNF : APT;
    }

    static Manager here() {
      return among(name -> Files.isExecutable(Path.of("/usr/bin", name)));
    }

    /** The command that installs what commands of the table need. */
    String line(Set<String> commands) {
      return install + " " + packages(commands).stream().collect(Collectors.joining(" "));
    }

    private Set<String> packages(Set<String> commands) {
      Set<String> packages = new LinkedHashSet<>();
      for (String command : commands) {
        packages.addAll(
            Arrays.asList(Objects.requireNonNull(TABLE.get(command))[column].split(" ")));
      }
      return packages;
    }
  }

  /**
   * A command, and the packages that have it on Debian and its relatives, on Fedora and RHEL, and
   * on SUSE. Where MPI is a module, it must be loaded as well.
   */
  private static final Map<String, String[]> TABLE =
      """
      mpicc          | libopenmpi-dev gcc openmpi-bin | openmpi-devel gcc        | openmpi4-devel gcc
      mpicxx         | libopenmpi-dev gcc openmpi-bin | openmpi-devel gcc        | openmpi4-devel gcc
      mpifort        | libopenmpi-dev gcc openmpi-bin | openmpi-devel gcc        | openmpi4-devel gcc
      mpirun         | openmpi-bin                    | openmpi                  | openmpi4
      mpirun.openmpi | openmpi-bin                    | openmpi                  | openmpi4
      mpirun.mpich   | mpich                          | mpich                    | mpich
      mpicc.mpich    | libmpich-dev                   | mpich-devel              | mpich-devel
      mpicxx.mpich   | libmpich-dev                   | mpich-devel              | mpich-devel
      mpifort.mpich  | libmpich-dev                   | mpich-devel              | mpich-devel
      oshcc          | libopenmpi-dev gcc openmpi-bin | openmpi-devel gcc        | openmpi4-devel gcc
      oshc++         | libopenmpi-dev gcc openmpi-bin | openmpi-devel gcc        | openmpi4-devel gcc
      gcc            | gcc                            | gcc                      | gcc
      g++            | g++                            | gcc-c++                  | gcc-c++
      gfortran       | gfortran                       | gcc-gfortran             | gcc-fortran
      clang          | clang                          | clang                    | clang
      clang-19       | clang-19                       | clang19                  | clang19
      flang-new-19   | flang-19                       | flang                    | flang19
      libomp.so      | libomp-19-dev                  | libomp-devel             | libomp19-devel
      mvn            | maven                          | maven                    | maven
      ar             | binutils                       | binutils                 | binutils
      nm             | binutils                       | binutils                 | binutils
      objcopy        | binutils                       | binutils                 | binutils
      addr2line      | binutils                       | binutils                 | binutils
      """
          .lines()
          .map(line -> line.split("\\s*\\|\\s*|\\s+$"))
          .collect(Collectors.toMap(columns -> columns[0], columns -> columns));

  private Packages() {}

  /** What to do to get a command. */
  static String adviceFor(String command) {
    return TABLE.containsKey(command)
        ? "get it with: " + Manager.here().line(Set.of(command))
        : "is it installed and on the PATH?";
  }

  /**
   * Makes sure that commands are there: installs them where that is possible, else says how. Only
   * what the table names is ever installed; anything else is the user's own, and only missed.
   */
  static void require(String... commands) {
    Set<String> missing = new LinkedHashSet<>();
    for (String command : commands) {
      if (Shell.find(command).isEmpty()) {
        ToolFailure.require(
            TABLE.containsKey(command),
            "there is no command '" + command + "'; is it installed and on the PATH?");
        missing.add(command);
      }
    }
    if (!missing.isEmpty()) {
      install(missing);
    }
  }

  private static void install(Set<String> commands) {
    String line = Manager.here().line(commands);
    if (!Files.isExecutable(APT_GET) || !mayInstall()) {
      throw ToolFailure.wrongUse(
          String.join(", ", commands) + " is missing; install it with: sudo " + line);
    }
    System.err.println("fencepost: installing what is missing: " + line);
    runAsRoot(List.of("apt-get", "update", "-qq"));
    if (runAsRoot(Arrays.asList(line.split(" "))) != 0) {
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
