package fencepost.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A temporary directory that goes with the process that made it: when it is closed, when the JVM
 * shuts down, and if the process was killed, when the next one makes a directory.
 *
 * <pre>
 *   fencepost-NAME-RANDOM/owner    locked as long as the process lives; the kernel lets go of it
 * </pre>
 *
 * The file is locked before it gets its name, so a directory with an {@code owner} that nobody
 * holds has lost its process.
 */
public final class OwnedDirectory implements AutoCloseable {
  static final String OWNER = "owner";
  static final String PREFIX = "fencepost-";

  private static final Set<OwnedDirectory> OPEN = ConcurrentHashMap.newKeySet();

  /** Before the first directory of this process exists: a lock of its own it could not see. */
  private static final class Start {
    static {
      Leftovers.remove(sharedMemory());
      Leftovers.remove(temporary());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(OwnedDirectory::close)));
    }

    private Start() {}

    static void begin() {}
  }

  private final Path path;
  private final FileChannel lock;

  private OwnedDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Where shared memory has names. */
  static Path sharedMemory() {
    return Path.of("/dev/shm");
  }

  /** Where temporary files go. */
  static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
  }

  /** A new directory among the temporary files. */
  public static OwnedDirectory create(String name) throws IOException {
    return create(temporary(), name);
  }

  /** A new directory somewhere else. */
  static OwnedDirectory create(Path parent, String name) throws IOException {
    Start.begin();
    Path path = Files.createTempDirectory(parent, PREFIX + name + "-");
    try {
      Path unnamed = path.resolve(OWNER + ".new");
      FileChannel lock =
          FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      lock.lock();
      Files.move(unnamed, path.resolve(OWNER));
      OwnedDirectory directory = new OwnedDirectory(path, lock);
      OPEN.add(directory);
      return directory;
    } catch (IOException e) {
      delete(path);
      throw e;
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    OPEN.remove(this);
    delete(path);
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a directory and all below it, as far as possible: others may still write there. */
  public static void delete(Path directory) {
    for (int attempt = 0; attempt < 3 && Files.exists(directory); attempt++) {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(OwnedDirectory::deleteOne);
      } catch (IOException | UncheckedIOException e) {
        // Something went away while we looked at it: look again.
      }
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // Left for the next attempt, and then for the next start.
    }
  }
}
