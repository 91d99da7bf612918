package fencepost.check.dataflow;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the small tables beside this package. */
final class Tables {
  private Tables() {}

  /** The lines that are not comments, as words. */
  static List<List<String>> lines(String name) {
    try (InputStream in = Tables.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("there is no table " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> List.of(line.strip().split("\\s+", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
