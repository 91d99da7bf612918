package fencepost.cli;

import fencepost.trace.Model;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The library that implements a programming model beside MPI.
 *
 * @param wrapper the compiler wrapper to use instead of that of MPI; null if none
 * @param compile options to compile with it
 * @param link options to link with it
 */
record ModelLibrary(
    String description, @Nullable String wrapper, List<String> compile, List<String> link) {
  private static final ModelLibrary NONE = new ModelLibrary("", null, List.of(), List.of());

  /** The libraries of OpenSHMEM and GASPI, by the names that makefiles have for them. */
  private static final Set<String> KNOWN =
      Set.of("GPI2", "GPI2-dbg", "GPI2-stats", "sma", "shmem", "oshmem");

  private static final Map<List<Object>, Path> TESTBEDS = new ConcurrentHashMap<>();

  /** Its hundreds of functions for each type are alike; to optimise them more takes much longer. */
  private static final List<String> QUICKLY = List.of("-O1");

  private static final Pattern SHMEM_VERSION =
      Pattern.compile("#\\s*define\\s+SHMEM_(MAJOR|MINOR)_VERSION\\s+(\\d+)");

  /**
   * Finds the library of a model.
   *
   * @param where {@code testbed}, {@code system}, a directory, or null for the installed one if it
   *     is sufficient, else the testbed
   */
  static ModelLibrary of(Model model, @Nullable String where, Toolchain mpi) {
    Toolchain.Language language = mpi.language();
    if (model == Model.MPI) {
      return NONE;
    }
    if (where == null) {
      return model == Model.SHMEM && SystemShmem.HAS_15
          ? system(model, language)
          : testbed(model, mpi);
    }
    return switch (where) {
      case "testbed" -> testbed(model, mpi);
      case "system" -> system(model, language);
      default -> at(model, Path.of(where), language);
    };
  }

  /**
   * The arguments of a compiler without libraries of which this one takes the place. It is linked
   * last in any case.
   */
  List<String> without(List<String> arguments) {
    if (link.isEmpty()) {
      return arguments;
    }
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean inTwoWords = argument.equals("-l") && i + 1 < arguments.size();
      String name = inTwoWords ? arguments.get(i + 1) : argument.replaceFirst("^-l", "");
      if ((inTwoWords || argument.startsWith("-l")) && KNOWN.contains(name)) {
        i += inTwoWords ? 1 : 0;
      } else {
        rest.add(argument);
      }
    }
    return rest;
  }

  /** Our own, for one machine. */
  private static ModelLibrary testbed(Model model, Toolchain mpi) {
    Toolchain compiler = mpi.forRuntime();
    Path directory =
        TESTBEDS.computeIfAbsent(
            List.of(model, compiler),
            key ->
                new NativeLibrary(Resources.below("testbed/" + model.id()), QUICKLY)
                    .directory(compiler, (work, place) -> {}));
    return new ModelLibrary(
        "testbed",
        null,
        List.of("-I" + directory),
        List.of(NativeLibrary.archive(directory).toString(), "-lrt", "-lpthread"));
  }

  private static ModelLibrary system(Model model, Toolchain.Language language) {
    if (model == Model.GASPI) {
      return new ModelLibrary("system", null, List.of(), List.of("-lGPI2", "-lpthread"));
    }
    String wrapper = language == Toolchain.Language.CXX ? "oshc++" : "oshcc";
    Packages.require(wrapper);
    return new ModelLibrary("system", wrapper, List.of(), List.of());
  }

  private static ModelLibrary at(Model model, Path root, Toolchain.Language language) {
    Path wrapper = root.resolve(language == Toolchain.Language.CXX ? "bin/oshc++" : "bin/oshcc");
    if (model == Model.SHMEM && Files.isExecutable(wrapper)) {
      return new ModelLibrary(root.toString(), wrapper.toString(), List.of(), List.of());
    }
    String header = model == Model.SHMEM ? "shmem.h" : "GASPI.h";
    Path include = root.resolve("include");
    if (!Files.exists(include.resolve(header))) {
      throw new ToolFailure(
          ExitCode.WRONG_USE,
          "there is no "
              + header
              + " in "
              + include
              + "; give --runtime=testbed, system or the"
              + " directory of an installed library");
    }
    Path lib =
        Files.isDirectory(root.resolve("lib64")) ? root.resolve("lib64") : root.resolve("lib");
    String library = model == Model.SHMEM ? "-lshmem" : "-lGPI2";
    return new ModelLibrary(
        root.toString(),
        null,
        List.of("-I" + include),
        List.of("-L" + lib, "-Wl,-rpath," + lib, library, "-lpthread"));
  }

  /** The installed OpenSHMEM library, which is looked at when it is first asked for. */
  private static final class SystemShmem {
    /** Whether it has teams and signals. */
    static final boolean HAS_15 = version() >= 105;

    private static int version() {
      if (Shell.find("oshcc").isEmpty()) {
        return 0;
      }
      List<String> preprocess =
          List.of("oshcc", "-E", "-dM", "-include", "shmem.h", "-x", "c", "/dev/null");
      String macros = Shell.run(preprocess).output();
      int version = 0;
      for (Matcher m = SHMEM_VERSION.matcher(macros); m.find(); ) {
        version += Integer.parseInt(m.group(2)) * (m.group(1).equals("MAJOR") ? 100 : 1);
      }
      return version;
    }
  }
}
