package fencepost.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The compilers and MPI libraries with which the tests are done. */
enum TestToolchain {
  /** The most tests are done with it, so its linker is one that needs half of the time. */
  GCC_OPEN_MPI(
      "mpicc.openmpi", "mpicxx.openmpi", "mpifort.openmpi", "--universal", "-fuse-ld=gold"),
  CLANG_OPEN_MPI(here("mpicc-clang"), here("mpicxx-clang"), "mpifort.openmpi", "--universal"),
  GCC_MPICH("mpicc.mpich", "mpicxx.mpich", "mpifort.mpich", "--universal"),
  FAST_OPEN_MPI("mpicc.openmpi", "mpicxx.openmpi", "mpifort.openmpi", "--fast", "-O3"),
  /** flang wants an interface for arguments that are asynchronous, and mpif.h has none. */
  FAST_FLANG(
      "mpicc.openmpi",
      "mpicxx.openmpi",
      "mpifort.openmpi",
      "--fast",
      "-O3",
      "-Dasynchronous=target"),
  FAST_MPICH("mpicc.mpich", "mpicxx.mpich", "mpifort.mpich", "--fast"),
  /** The OpenSHMEM library of Open MPI in place of the testbed. */
  OPEN_SHMEM("mpicc.openmpi", "mpicxx.openmpi", "mpifort.openmpi", "--runtime=system");

  /**
   * For programs that abort. On a busy machine mpirun of Open MPI crashes or hangs for ever after
   * one abort in a hundred, with the detector or without; MPICH's was not seen to in 900.
   */
  static final TestToolchain ABORTS_RELIABLY = GCC_MPICH;

  private final String c;
  private final String cxx;
  private final String fortran;
  private final List<String> options;
  private final Map<Integer, List<String>> launchers = new ConcurrentHashMap<>();

  TestToolchain(String c, String cxx, String fortran, String... options) {
    this.c = c;
    this.cxx = cxx;
    this.fortran = fortran;
    this.options = List.of(options);
  }

  Toolchain of(Toolchain.Language language) {
    return Toolchain.of(
        language,
        switch (language) {
          case C -> c;
          case CXX -> cxx;
          case FORTRAN -> fortran;
        });
  }

  /** The compilers of all languages. */
  Map<Toolchain.Language, Toolchain> all() {
    return Stream.of(Toolchain.Language.values()).collect(Collectors.toMap(l -> l, this::of));
  }

  /** Arguments for our compilers. */
  List<String> options() {
    return options;
  }

  boolean isFast() {
    return options.contains("--fast");
  }

  /** What starts programs that these compilers have made; the first of them shows it. */
  List<String> launcher(int ranks, Path program) {
    return launchers.computeIfAbsent(ranks, n -> Launcher.command(null, n, program.toString()));
  }

  /** What makes the tool choose these compilers. */
  Map<String, String> environment() {
    return Map.of("FENCEPOST_CC", c, "FENCEPOST_CXX", cxx, "FENCEPOST_FC", fortran);
  }

  private static String here(String name) {
    return Path.of("../tests/tools", name).toAbsolutePath().normalize().toString();
  }
}
