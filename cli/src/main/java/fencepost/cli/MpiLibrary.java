package fencepost.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The MPI libraries that we know how to start programs of. */
enum MpiLibrary {
  /** The OpenSHMEM library of Open MPI, which is started in the same way. */
  OPEN_SHMEM("liboshmem\\.so\\.40", "Open MPI|OpenRTE|PRRTE", "mpirun.openmpi"),
  OPEN_MPI("libmpi\\.so\\.40", "Open MPI|OpenRTE|PRRTE", "mpirun.openmpi"),
  MPICH("lib(mpich|mpi)\\.so\\.12", "HYDRA|MPICH", "mpirun.mpich");

  private static final String USUAL = "mpirun";

  /** By these, batch systems (Slurm, PBS, LSF, Grid Engine) and users tell launchers of nodes. */
  private static final List<String> NODES =
      List.of(
          "SLURM_JOB_NODELIST",
          "PBS_NODEFILE",
          "LSB_MCPU_HOSTS",
          "PE_HOSTFILE",
          "OMPI_MCA_orte_default_hostfile",
          "HYDRA_HOST_FILE");

  /** What launchers say of themselves. */
  private static final Map<String, String> ANNOUNCEMENTS = new ConcurrentHashMap<>();

  private final Pattern soname;
  private final Pattern announcement;
  private final String launcher;

  MpiLibrary(String soname, String announcement, String launcher) {
    this.soname = Pattern.compile("\\b" + soname + "\\b");
    this.announcement = Pattern.compile(announcement);
    this.launcher = launcher;
  }

  /** The library that a program is linked with, if the program shows it. */
  static Optional<MpiLibrary> of(String program) {
    String libraries = Shell.run(List.of("ldd", ProgramFile.located(program))).output();
    return List.of(values()).stream().filter(l -> l.soname.matcher(libraries).find()).findFirst();
  }

  /** The library whose launcher is the usual one here. */
  static MpiLibrary usual() {
    Packages.require(USUAL);
    return MPICH.isAnnouncedBy(USUAL) ? MPICH : OPEN_MPI;
  }

  /** Whether a launcher may choose other nodes than this one without being asked to. */
  static boolean isToldNodes() {
    return NODES.stream().anyMatch(System.getenv()::containsKey);
  }

  /** The words that start a number of processes on hosts, the same number on each. */
  List<String> start(int processes, Hosts hosts) {
    List<String> command = start(processes);
    boolean hydra = this == MPICH;
    if (hosts.file() != null) {
      command.addAll(List.of(hydra ? "-f" : "--hostfile", hosts.file()));
    } else if (!hosts.names().isEmpty()) {
      int each = (processes + hosts.names().size() - 1) / hosts.names().size();
      String slots =
          hosts.names().stream().map(name -> name + ":" + each).collect(Collectors.joining(","));
      command.addAll(List.of(hydra ? "-hosts" : "--host", slots));
    }
    return command;
  }

  /** The words that start a number of processes. */
  List<String> start(int processes) {
    List<String> command = new ArrayList<>(List.of(launcher()));
    switch (this) {
      // More processes than cores is normal for a test; as root (in containers) Open MPI wants to
      // be asked twice.
      case OPEN_MPI -> {
        command.addAll(List.of("--oversubscribe", "--allow-run-as-root"));
        shareCores(command, processes);
      }
      // What watches over freed memory for MPI crashes OpenSHMEM programs when they end.
      case OPEN_SHMEM ->
          command.addAll(
              List.of("--oversubscribe", "--allow-run-as-root", "--mca", "memory", "^patcher"));
      // MPICH before 4.1 with UCX 1.13 takes the base of a window for the cached registration's,
      // which begins up to 15 bytes before it (pmodels/mpich#6140).
      case MPICH -> {
        if (System.getenv("UCX_RCACHE_ENABLE") == null) {
          command.addAll(List.of("-genv", "UCX_RCACHE_ENABLE", "n"));
        }
      }
    }
    command.addAll(List.of("-n", String.valueOf(processes)));
    return command;
  }

  /**
   * The analysis needs a core, too. If there is none left, a process must not hold on to one while
   * it waits, nor be bound to the one that the analysis is on. (A process that is bound to all of
   * them need not find out what machine it is on, as one that is not bound does: three megabytes.)
   */
  private static void shareCores(List<String> command, int processes) {
    if (processes < Runtime.getRuntime().availableProcessors()) {
      return;
    }
    command.addAll(List.of("--mca", "mpi_yield_when_idle", "1"));
    if (System.getenv("OMPI_MCA_hwloc_base_binding_policy") == null) {
      command.addAll(List.of("--bind-to", "board"));
    }
  }

  private String launcher() {
    if (Shell.find(USUAL).isPresent() && isAnnouncedBy(USUAL)) {
      return USUAL;
    }
    if (Shell.find(launcher).isEmpty()) {
      Packages.require(launcher);
    }
    return launcher;
  }

  private boolean isAnnouncedBy(String command) {
    String said =
        ANNOUNCEMENTS.computeIfAbsent(
            command, key -> Shell.run(List.of(command, "--version")).output());
    return announcement.matcher(said).find();
  }
}
