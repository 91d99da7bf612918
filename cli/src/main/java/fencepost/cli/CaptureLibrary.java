package fencepost.cli;

import fencepost.trace.ApiTable;
import fencepost.trace.WrapperGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
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
import java.util.stream.Stream;

/**
 * The runtime that is linked into programs: compiled with the user's own MPI compiler when it is
 * first needed, and kept for each MPI and compiler under {@code ~/.cache/fencepost}.
 */
final class CaptureLibrary {
  private static final List<String> SOURCES =
      List.of("fencepost.h", "ring.c", "watch.c", "access.c", "mpi_hooks.h", "mpi.c");

  private CaptureLibrary() {}

  /** The archive for a toolchain. */
  static Path archive(Toolchain toolchain) {
    Map<String, String> sources = sources();
    Path directory = cache().resolve(key(sources, toolchain));
    Path archive = directory.resolve("libfencepost.a");
    if (!Files.exists(archive)) {
      build(sources, toolchain, directory);
    }
    return archive;
  }

  static Path cache() {
    String base = System.getenv("XDG_CACHE_HOME");
    Path root =
        base == null || base.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(base);
    return root.resolve("fencepost");
  }

  private static Map<String, String> sources() {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String name : SOURCES) {
      try (InputStream in = CaptureLibrary.class.getResourceAsStream("/capture/" + name)) {
        if (in == null) {
          throw new IllegalStateException("capture/" + name + " is not in the jar");
        }
        sources.put(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    sources.put("wrappers.c", WrapperGenerator.generate(ApiTable.of("mpi"), "mpi_hooks.h"));
    return sources;
  }

  private static String key(Map<String, String> sources, Toolchain toolchain) {
    String all =
        sources + toolchain.show() + toolchain.compilerVersion() + System.getProperty("os.arch");
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Builds beside the final place and moves it there in one go: several compilers may run at the
   * same time.
   */
  private static void build(Map<String, String> sources, Toolchain toolchain, Path directory) {
    Packages.require("ar");
    try {
      Files.createDirectories(directory.getParent());
      Path work = Files.createTempDirectory(directory.getParent(), "build-");
      try {
        compileAll(sources, toolchain, work);
        Files.move(work, directory, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
        // someone else was faster
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

  private static void compileAll(Map<String, String> sources, Toolchain toolchain, Path work)
      throws IOException {
    List<String> archive =
        new ArrayList<>(List.of("ar", "rcs", work.resolve("libfencepost.a").toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Files.writeString(work.resolve(source.getKey()), source.getValue());
    }
    for (String name : sources.keySet()) {
      if (name.endsWith(".c")) {
        String object = work.resolve(name.replace(".c", ".o")).toString();
        compile(toolchain, work.resolve(name).toString(), object);
        archive.add(object);
      }
    }
    check(Shell.run(archive));
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
