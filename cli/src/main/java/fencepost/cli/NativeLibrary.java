package fencepost.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * C sources that become a static library: compiled with the user's own compiler when it is first
 * needed, and kept for each MPI library and compiler under {@code ~/.cache/fencepost}.
 *
 * @param sources the text of each file by its name
 * @param options for the compiler
 */
record NativeLibrary(Map<String, String> sources, List<String> options) {
  static final String ARCHITECTURE = System.getProperty("os.arch");
  private static final String TROUBLE = "cannot compile the runtime library";
  private static final String ARCHIVE = "libfencepost.a";
  private static final Map<Path, Object> MAKING = new ConcurrentHashMap<>();

  /** Generated code is long, and calls others: to optimise it takes long and gains little. */
  private static final String GENERATED = "wrappers.c";

  /** What else is to be in the directory of a library. */
  interface Extra {
    /** Writes into one directory what will be found in another. */
    void write(Path work, Path directory) throws IOException;
  }

  /** The directory with the library and its sources. */
  Path directory(Toolchain toolchain, Extra extra) {
    String identity =
        sources + "" + options + toolchain.show() + toolchain.compilerVersion() + ARCHITECTURE;
    Path directory = cache().resolve(hash(identity));
    if (!Files.exists(directory)) {
      make(
          directory,
          work -> {
            build(toolchain, work);
            extra.write(work, directory);
          });
    }
    return directory;
  }

  /** Whether a library is one of these. */
  static boolean isOwn(Path archive) {
    return archive.endsWith(ARCHIVE) && archive.startsWith(cache());
  }

  static Path archive(Path directory) {
    return directory.resolve(ARCHIVE);
  }

  private void build(Toolchain toolchain, Path work) throws IOException {
    Packages.require("ar", "nm");
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = work.resolve(source.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
    }
    List<String> archive = new ArrayList<>(List.of("ar", "rcs", archive(work).toString()));
    List<String> files = sources.keySet().stream().filter(name -> name.endsWith(".c")).toList();
    archive.addAll(files.parallelStream().map(name -> object(toolchain, work, name)).toList());
    Shell.run(archive).orFail(TROUBLE);
  }

  private String object(Toolchain toolchain, Path work, String name) {
    String object = work.resolve(name.replace(".c", ".o")).toString();
    List<String> command = new ArrayList<>(List.of(toolchain.wrapper(), "-std=gnu11"));
    command.add(name.equals(GENERATED) ? "-O0" : "-O2"); // and no -g: every program has all of it
    command.addAll(CompilerCommand.FRAME_POINTERS); // the way to a hook goes through our own frames
    command.addAll(List.of("-fPIC", "-fno-sanitize=all", "-I", work.toString()));
    command.addAll(options);
    command.addAll(List.of("-c", work.resolve(name).toString(), "-o", object));
    Shell.run(command).orFail(TROUBLE);
    return object;
  }

  // ---- the cache ----

  static Path cache() {
    String base = System.getenv("XDG_CACHE_HOME");
    String home =
        System.getenv("HOME"); // what every shell means by ~; Java asks the system instead
    Path root =
        base != null && !base.isBlank()
            ? Path.of(base)
            : Path.of(
                home == null || home.isBlank() ? System.getProperty("user.home") : home, ".cache");
    return root.resolve("fencepost");
  }

  /** A single file with the given content. */
  static Path file(String name, String content) {
    return made(content, work -> Files.writeString(work.resolve(name), content)).resolve(name);
  }

  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A directory that is made once for an identity, and kept. */
  static Path made(String identity, Maker maker) {
    Path directory = cache().resolve(hash(identity));
    if (!Files.exists(directory)) {
      make(directory, maker);
    }
    return directory;
  }

  /**
   * A directory whose name follows from sources that take long to generate, for every program that
   * is linked: a note keeps it.
   *
   * @param question what the sources and all else depend on
   */
  static Path remembered(String question, Supplier<Path> finder) {
    Path note = cache().resolve(hash(question) + ".note");
    try {
      if (Files.exists(note)) {
        Path directory = cache().resolve(Files.readString(note));
        if (Files.exists(directory)) {
          return directory;
        }
      }
      Path directory = finder.get();
      Path whole = Files.createTempFile(cache(), "note-", "");
      Files.writeString(whole, directory.getFileName().toString());
      Files.move(whole, note, StandardCopyOption.ATOMIC_MOVE);
      return directory;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static ToolFailure unwritable(IOException e) {
    return new ToolFailure(
        ExitCode.TOOL_FAILED,
        "cannot write the runtime library below "
            + cache()
            + " (XDG_CACHE_HOME names another directory): "
            + e.getMessage());
  }

  /** Fills a directory. */
  interface Maker {
    void make(Path work) throws IOException;
  }

  /**
   * Makes a directory, one maker at a time: a parallel make starts many compilers, and it is enough
   * that one of them builds the library.
   */
  private static void make(Path directory, Maker maker) {
    Path lock = directory.resolveSibling(directory.getFileName() + ".lock");
    synchronized (MAKING.computeIfAbsent(directory, key -> new Object())) {
      try {
        Files.createDirectories(directory.getParent());
        try (FileChannel channel = FileChannel.open(lock, CREATE, WRITE);
            FileLock held = channel.lock()) {
          if (held.isValid() && !Files.exists(directory)) {
            makeAside(directory, maker);
          }
        }
      } catch (IOException e) {
        throw unwritable(e);
      }
    }
  }

  /** Makes a directory beside its final place and moves it there in one go: it is whole or not. */
  private static void makeAside(Path directory, Maker maker) throws IOException {
    Path work = Files.createTempDirectory(directory.getParent(), "build-");
    try {
      maker.make(work);
      Files.move(work, directory, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      if (Files.exists(work)) {
        delete(work);
      }
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
