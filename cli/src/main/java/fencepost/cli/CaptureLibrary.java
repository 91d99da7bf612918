package fencepost.cli;

import fencepost.trace.ApiTable;
import fencepost.trace.FortranGenerator;
import fencepost.trace.WrapperGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A library that is linked into programs: compiled with the user's own MPI compiler when it is
 * first needed, and kept for each MPI and compiler under {@code ~/.cache/fencepost}.
 */
enum CaptureLibrary {
  /** Recording, loads and stores, and the C functions of MPI. */
  MPI(
      List.of(
          "fencepost.h",
          "caller.h",
          "mpi_hooks.h",
          "ring.c",
          "watch.c",
          "stack.c",
          "access.c",
          "library.c",
          "caller.c",
          "mpi.c")),
  /** The Fortran bindings of MPI, only for programs that are linked with them. */
  FORTRAN(List.of("fencepost.h", "caller.h", "mpi_hooks.h", "fortran.h", "fortran.c")),
  /** What the library of gfortran accesses, for programs that use it. */
  GFORTRAN(List.of("fencepost.h", "gfortran.c"));

  /** Functions of other libraries that are redirected to ours, by the names of ours. */
  private static final Pattern REDIRECTED = Pattern.compile(" T __wrap_(\\w+)");

  /** What shared libraries, also those that are opened later, must find in the program. */
  private static final String EXPORTED =
      "{ __tsan_*; __sanitizer_cov_*; __wrap_*; MPI_*; mpi_*; ompi_*; };\n";

  private static final String ARCHIVE = "libfencepost.a";
  private static final String EXPORTS = "exports";
  private static final String FOR_PROGRAMS = "linker-options";
  private static final String FOR_SHARED_LIBRARIES = "linker-options-shared";

  private final List<String> resources;

  CaptureLibrary(List<String> resources) {
    this.resources = resources;
  }

  /** A file with the options with which a linker takes the library into a program. */
  Path linkerOptions(Toolchain toolchain) {
    return directory(toolchain).resolve(FOR_PROGRAMS);
  }

  /** The same for a shared library, which finds the library in the program that loads it. */
  Path linkerOptionsForSharedLibraries(Toolchain toolchain) {
    return directory(toolchain).resolve(FOR_SHARED_LIBRARIES);
  }

  private Path directory(Toolchain toolchain) {
    Map<String, String> sources = sources();
    String architecture = System.getProperty("os.arch");
    Path directory =
        cache()
            .resolve(hash(sources + toolchain.show() + toolchain.compilerVersion() + architecture));
    if (!Files.exists(directory)) {
      make(directory, work -> build(sources, toolchain, work, directory));
    }
    return directory;
  }

  /** The specs file with which gcc instruments loads and stores. */
  static Path gccSpecs() {
    String specs = resource("gcc.specs");
    Path directory = cache().resolve(hash(specs));
    Path file = directory.resolve("gcc.specs");
    if (!Files.exists(file)) {
      make(directory, work -> Files.writeString(work.resolve("gcc.specs"), specs));
    }
    return file;
  }

  static Path cache() {
    String base = System.getenv("XDG_CACHE_HOME");
    Path root =
        base == null || base.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(base);
    return root.resolve("fencepost");
  }

  private Map<String, String> sources() {
    Map<String, String> sources = new LinkedHashMap<>();
    resources.forEach(name -> sources.put(name, resource(name)));
    ApiTable table = ApiTable.of("mpi");
    switch (this) {
      case MPI -> sources.put("wrappers.c", WrapperGenerator.generate(table, "mpi_hooks.h"));
      case GFORTRAN -> {}
      case FORTRAN ->
          sources.put("fortran_wrappers.c", FortranGenerator.generate(table, "fortran.h"));
    }
    return sources;
  }

  private static String resource(String name) {
    try (InputStream in = CaptureLibrary.class.getResourceAsStream("/capture/" + name)) {
      if (in == null) {
        throw new IllegalStateException("capture/" + name + " is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Maker {
    void make(Path work) throws IOException;
  }

  /**
   * Makes a directory beside its final place and moves it there in one go: several compilers may
   * run at the same time.
   */
  private static void make(Path directory, Maker maker) {
    try {
      Files.createDirectories(directory.getParent());
      Path work = Files.createTempDirectory(directory.getParent(), "build-");
      try {
        maker.make(work);
        Files.move(work, directory, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (!Files.exists(directory)) { // otherwise someone else was faster
          throw e;
        }
      } finally {
        if (Files.exists(work)) {
          delete(work);
        }
      }
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED,
          "cannot write the capture library below "
              + directory.getParent()
              + ": "
              + e.getMessage());
    }
  }

  private void build(Map<String, String> sources, Toolchain toolchain, Path work, Path directory)
      throws IOException {
    Packages.require("ar", "nm");
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Files.writeString(work.resolve(source.getKey()), source.getValue());
    }
    List<String> archive = new ArrayList<>(List.of("ar", "rcs", work.resolve(ARCHIVE).toString()));
    for (String name : sources.keySet()) {
      if (name.endsWith(".c")) {
        String object = work.resolve(name.replace(".c", ".o")).toString();
        compile(toolchain, work.resolve(name).toString(), object);
        archive.add(object);
      }
    }
    check(Shell.run(archive));
    Files.writeString(work.resolve(EXPORTS), EXPORTED);
    List<String> redirections = redirections(work.resolve(ARCHIVE));
    Files.write(work.resolve(FOR_PROGRAMS), options(directory, redirections));
    List<String> undefined = List.of("-z", "undefs");
    Files.write(work.resolve(FOR_SHARED_LIBRARIES), concat(redirections, undefined));
  }

  private List<String> options(Path directory, List<String> redirections) {
    String archive = "\"" + directory.resolve(ARCHIVE) + "\"";
    if (this == GFORTRAN) {
      return concat(redirections, List.of(archive)); // only if something is redirected to it
    }
    List<String> whole =
        List.of(
            "--whole-archive",
            archive,
            "--no-whole-archive",
            "\"--dynamic-list=" + directory.resolve(EXPORTS) + "\"");
    List<String> libraries = this == MPI ? List.of("-latomic", "-lpthread") : List.of();
    return concat(concat(redirections, whole), libraries);
  }

  private static List<String> redirections(Path archive) {
    String symbols = Shell.run(List.of("nm", "-g", archive.toString())).output();
    return REDIRECTED.matcher(symbols).results().map(r -> "--wrap=" + r.group(1)).toList();
  }

  private static List<String> concat(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static void compile(Toolchain toolchain, String source, String object) {
    check(
        Shell.run(
            List.of(
                toolchain.wrapper(),
                "-std=gnu11",
                "-O2",
                "-g",
                "-fPIC",
                "-fno-sanitize=all",
                "-c",
                source,
                "-o",
                object)));
  }

  private static void check(Shell.Result result) {
    if (result.exitCode() != 0) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "cannot compile the capture library:\n" + result.output());
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
