package fencepost.trace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Directories of processes that were killed. Only those with an {@code owner} that nobody holds are
 * removed, and not while a program that was left alone still has them in its environment.
 */
final class Leftovers {
  private Leftovers() {}

  static void remove(Path parent) {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(parent, OwnedDirectory.PREFIX + "*")) {
      for (Path directory : found) {
        removeIfDead(directory);
      }
    } catch (IOException e) {
      // It is a courtesy: whatever is wrong there, the work goes on.
    }
  }

  private static void removeIfDead(Path directory) throws IOException {
    Path owner = directory.resolve(OwnedDirectory.OWNER);
    if (!Files.isRegularFile(owner) || !Files.isWritable(owner)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(owner, StandardOpenOption.WRITE);
        FileLock lock = lock(channel)) {
      if (lock != null && Participants.of(run(directory)).findAny().isEmpty()) {
        OwnedDirectory.delete(directory);
      }
    }
  }

  /** The end of the name, which nobody else has: processes on other nodes know only that of it. */
  private static Path run(Path directory) {
    String name = directory.getFileName().toString();
    return Path.of(name.substring(name.lastIndexOf('-') + 1));
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }
}
