package fencepost.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** What a {@link TracePart} says of itself when it is read. */
final class RecordedPart {
  private final String node;
  private final Properties properties;
  private final int files;

  private RecordedPart(String node, Properties properties, int files) {
    this.node = node;
    this.properties = properties;
    this.files = files;
  }

  static List<Path> directoriesIn(Path trace) throws IOException {
    try (Stream<Path> found = Files.list(trace)) {
      return found
          .filter(file -> file.getFileName().toString().startsWith(TracePart.PREFIX))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  /**
   * @param files how many strands there are in the directory
   */
  static RecordedPart open(Path directory, int files) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(directory.resolve(TracePart.PROPERTIES))) {
      properties.load(in);
    } catch (NoSuchFileException e) {
      // Nothing is known of it, then.
    } catch (IllegalArgumentException e) {
      throw new BrokenTraceException(directory.getFileName() + " is not readable", e);
    }
    String name = directory.getFileName().toString().substring(TracePart.PREFIX.length());
    return new RecordedPart(name, properties, files);
  }

  String node() {
    return node;
  }

  /** The number of that name; what is not said, or is none, is unlimited. */
  private long number(String name) {
    try {
      return Long.parseLong(properties.getProperty(name, ""));
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Whether every process that has begun has come to its end. */
  boolean isWritten() {
    return files > 0 && number(TracePart.STRANDS) == number(TracePart.CLOSED);
  }

  /** What is missing of it. */
  List<String> missing(boolean timeMatters) {
    List<String> missing = new ArrayList<>();
    if (number(TracePart.STRANDS) != files) {
      missing.add("the part of node " + node + " has lost files since it was written");
    } else if (!isWritten()) {
      missing.add("the part of node " + node + " ends before its processes did");
    } else if (number(TracePart.UNRECORDED) > 0) {
      missing.add("on node " + node + " there was no room for the records of some processes");
    }
    if (properties.containsKey(TracePart.LOST)) {
      missing.add("some calls with very long argument lists could not be recorded");
    }
    if (properties.containsKey(TracePart.TROUBLE)) {
      missing.add("node " + node + " could not write " + properties.getProperty(TracePart.TROUBLE));
    }
    if (timeMatters && isWritten()) {
      missing.addAll(
          NodeRings.clockTrouble(node, number(TracePart.CLOCK_ERROR), number(TracePart.SETTLE)));
    }
    return missing;
  }
}
