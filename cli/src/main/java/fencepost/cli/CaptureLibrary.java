package fencepost.cli;

import fencepost.trace.FortranGenerator;
import fencepost.trace.Model;
import fencepost.trace.WrapperGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of the capture runtime, which are linked into programs as they need them. */
enum CaptureLibrary {
  /** Recording, loads and stores: what every program needs, whatever its programming model. */
  CORE(
      List.of(
          "fencepost.h",
          "access.h",
          "caller.h",
          "ring.c",
          "agent.c",
          "watch.c",
          "stack.c",
          "jumps.c",
          "access.c",
          "hooks.c",
          "ranges.c",
          "memory.c",
          "scatter.c",
          "maps.c",
          "strand.c",
          "atomics.c",
          "pthreads.c",
          "openmp.h",
          "openmp.c",
          "libomp.c",
          "library.c",
          "process.c",
          "caller.c",
          "values.c")),
  /** The C functions of MPI. */
  MPI(
      List.of(
          "fencepost.h",
          "caller.h",
          "mpi_hooks.h",
          "mpi_datatypes.c",
          "mpi_groups.c",
          "mpi_requests.c",
          "mpi_windows.c",
          "mpi_worlds.c",
          "mpi.c")),
  /** The Fortran bindings of MPI, only for programs that are linked with them. */
  FORTRAN(List.of("fencepost.h", "caller.h", "mpi_hooks.h", "fortran.h", "fortran.c")),
  /** What gcc's library of OpenMP orders, for programs that use it. */
  GOMP(List.of("fencepost.h", "openmp.h", "gomp.c", "omp_locks.c")),
  /** What the library of gfortran accesses, for programs that use it. */
  GFORTRAN(List.of("fencepost.h", "gfortran.c")),
  /**
   * The same for the library of flang: a file for each of its files, so that only these are used.
   */
  FLANG(
      List.of(
          "fencepost.h",
          "flang.h",
          "flang_allocatable.c",
          "flang_assign.c",
          "flang_derived.c",
          "flang_pointer.c",
          "flang_arrays.c",
          "flang_matmul.c",
          "flang_io.c")),
  /** The functions of OpenSHMEM. */
  SHMEM(List.of("fencepost.h", "caller.h", "shmem_hooks.h", "shmem.c")),
  /** The functions of GASPI. */
  GASPI(List.of("fencepost.h", "caller.h", "gaspi_hooks.h", "gaspi.c"));

  /** Functions of other libraries that are redirected to ours, by the names of ours. */
  private static final Pattern REDIRECTED = Pattern.compile(" T __wrap_(\\w+)");

  /** What shared libraries, also those that are opened later, must find in the program. */
  private static final Pattern EXPORTED =
      Pattern.compile(
          " [A-Z] ((__tsan_|__sanitizer_cov_|__wrap_|fp_filter|fp_fast_|fp_equal_|fp_differ_"
              + "|MPI_|mpi_|ompi_|shmem_|gaspi_|pthread_|ompt_|_Zn|_Zd)\\w*)");

  /** What {@code check} executes of the core, and what it does itself of the rest. */
  private static final Set<String> EXECUTED = Set.of("caller.c", "values.c");

  private static final String WORLDS = "mpi_worlds.c";

  private static final String EXPORTS = "exports";
  private static final String FOR_PROGRAMS = "linker-options";
  private static final String FOR_SHARED_LIBRARIES = "linker-options-shared";

  private final List<String> resources;
  private final Map<List<Object>, Path> directories = new ConcurrentHashMap<>();
  private @Nullable Map<String, String> sources;

  CaptureLibrary(List<String> resources) {
    this.resources = resources;
  }

  /** What captures the calls of a model. */
  static CaptureLibrary of(Model model) {
    return switch (model) {
      case MPI -> MPI;
      case SHMEM -> SHMEM;
      case GASPI -> GASPI;
    };
  }

  /** A file with the options with which a linker takes the library into a program. */
  Path linkerOptions(Toolchain toolchain, List<String> compilerOptions) {
    return directory(toolchain, compilerOptions).resolve(FOR_PROGRAMS);
  }

  /** The same for a shared library, which finds the library in the program that loads it. */
  Path linkerOptionsForSharedLibraries(Toolchain toolchain) {
    return directory(toolchain, List.of()).resolve(FOR_SHARED_LIBRARIES);
  }

  private Path directory(Toolchain toolchain, List<String> compilerOptions) {
    return directories.computeIfAbsent(
        List.of(toolchain, compilerOptions),
        key ->
            NativeLibrary.remembered(
                name()
                    + compilerOptions
                    + toolchain
                    + NativeLibrary.ARCHITECTURE
                    + Resources.build(),
                () ->
                    new NativeLibrary(sources(), compilerOptions)
                        .directory(toolchain, this::writeOptions)));
  }

  /** The sources of what captures calls, which do not depend on how records are delivered. */
  Map<String, String> sourcesAboveRing() {
    Map<String, String> above = new LinkedHashMap<>(sources());
    above.keySet().removeIf(name -> name.endsWith(".c") && isBelowCalls(name));
    return above;
  }

  private boolean isBelowCalls(String source) {
    return this == CORE ? !EXECUTED.contains(source) : source.equals(WORLDS);
  }

  /** The specs file with which gcc instruments loads and stores. */
  static Path gccSpecs() {
    return NativeLibrary.file("gcc.specs", Resources.text("capture/gcc.specs"));
  }

  private synchronized Map<String, String> sources() {
    if (sources == null) {
      sources = new LinkedHashMap<>();
      for (String name : resources) {
        sources.put(name, Resources.text("capture/" + name));
      }
      String wrappers = wrappers();
      if (!wrappers.isEmpty()) {
        sources.put("wrappers.c", wrappers);
      }
    }
    return sources;
  }

  private String wrappers() {
    return switch (this) {
      case MPI -> wrappers(Model.MPI);
      case SHMEM -> wrappers(Model.SHMEM);
      case GASPI -> wrappers(Model.GASPI);
      case FORTRAN -> FortranGenerator.generate(Model.MPI.table(), "fortran.h");
      case CORE, GOMP, GFORTRAN, FLANG -> "";
    };
  }

  private static String wrappers(Model model) {
    return WrapperGenerator.generate(model.table(), model.id() + "_hooks.h");
  }

  private void writeOptions(Path work, Path directory) throws IOException {
    String symbols = symbols(NativeLibrary.archive(work));
    Files.writeString(work.resolve(EXPORTS), exports(symbols));
    List<String> redirections =
        REDIRECTED.matcher(symbols).results().map(r -> "--wrap=" + r.group(1)).toList();
    Files.write(work.resolve(FOR_PROGRAMS), options(directory, redirections));
    List<String> undefined = List.of("-z", "undefs");
    Files.write(work.resolve(FOR_SHARED_LIBRARIES), concat(redirections, undefined));
  }

  private List<String> options(Path directory, List<String> redirections) {
    String archive = "\"" + NativeLibrary.archive(directory) + "\"";
    if (this == GOMP || this == GFORTRAN || this == FLANG) {
      return concat(redirections, List.of(archive)); // only if something is redirected to it
    }
    List<String> whole =
        List.of(
            "--whole-archive",
            archive,
            "--no-whole-archive",
            "\"--dynamic-list=" + directory.resolve(EXPORTS) + "\"");
    List<String> libraries = this == CORE ? List.of("-latomic", "-lpthread") : List.of();
    return concat(concat(redirections, whole), libraries);
  }

  private static String symbols(Path archive) {
    return Shell.run(List.of("nm", "-g", "--defined-only", archive.toString())).output();
  }

  /**
   * Names in full: a linker compares a pattern with every symbol of the program and its libraries,
   * which takes as long as the rest of its work. Of a library beside MPI, which may be linked into
   * the program, those calls are exported, too, that have no wrapper.
   */
  private String exports(String symbols) {
    TreeSet<String> names = new TreeSet<>();
    EXPORTED.matcher(symbols).results().map(m -> m.group(1)).forEach(names::add);
    if (this == SHMEM || this == GASPI) {
      names.add(name().toLowerCase(Locale.ROOT) + "_*");
    }
    return "{ " + String.join("; ", names) + "; };\n";
  }

  private static List<String> concat(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
