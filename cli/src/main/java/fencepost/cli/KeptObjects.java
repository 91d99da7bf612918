package fencepost.cli;

import fencepost.program.instrument.FastProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Instrumented objects of earlier links, so that a link makes only those anew that have changed.
 * Those that were not used for the longest time make room for others. Where nothing can be kept,
 * all are made.
 */
final class KeptObjects implements FastProgram.Objects {
  private static final long MOST = 256L << 20; // bytes

  private final Path directory = NativeLibrary.cache().resolve("objects");

  private Path file(String content) {
    return directory.resolve(NativeLibrary.hash(content + Resources.build()) + ".o");
  }

  @Override
  public boolean fetch(String content, Path object) {
    Path kept = file(content);
    try {
      Files.setLastModifiedTime(kept, FileTime.from(Instant.now()));
      Files.copy(kept, object, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void keep(String content, Path object) {
    try {
      Files.createDirectories(directory);
      Path whole = Files.createTempFile(directory, "object-", "");
      Files.copy(object, whole, StandardCopyOption.REPLACE_EXISTING);
      Files.move(whole, file(content), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // The next link makes it again.
    }
  }

  @Override
  public void makeRoom() {
    try (Stream<Path> files = Files.list(directory)) {
      List<Used> latestFirst = files.map(Used::of).sorted(Used.LATEST_FIRST).toList();
      long size = 0;
      for (Used used : latestFirst) {
        size += used.file.toFile().length();
        if (size > MOST) {
          Files.deleteIfExists(used.file);
        }
      }
    } catch (IOException e) {
      // Another link makes room.
    }
  }

  /** When a file was used last; asked for once, because other links use files at the same time. */
  private record Used(Path file, long last) {
    static final Comparator<Used> LATEST_FIRST = Comparator.comparingLong(used -> -used.last);

    static Used of(Path file) {
      return new Used(file, file.toFile().lastModified());
    }
  }
}
