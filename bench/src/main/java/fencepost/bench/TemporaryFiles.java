package fencepost.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Cleaning up after a measurement. */
final class TemporaryFiles {
  private TemporaryFiles() {}

  static void delete(Path directory) throws IOException {
    List<Path> insideFirst;
    try (Stream<Path> files = Files.walk(directory)) {
      insideFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : insideFirst) {
      Files.delete(file);
    }
  }
}
