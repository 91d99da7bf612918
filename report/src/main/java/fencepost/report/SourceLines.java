package fencepost.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lines of the program's source files, each file read once; empty where one is gone. */
final class SourceLines {
  private final Map<String, List<String>> files = new HashMap<>();

  /** All lines of a file; bytes that are not UTF-8 are replaced. */
  List<String> of(String file) {
    return files.computeIfAbsent(file, SourceLines::read);
  }

  /** The line of a place; empty if it is not known. */
  String at(SourcePlace place) {
    return at(place.file(), place.line());
  }

  String at(String file, int line) {
    List<String> lines = line < 1 ? List.of() : of(file);
    return line > 0 && line <= lines.size() ? lines.get(line - 1) : "";
  }

  private static List<String> read(String file) {
    try {
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException | InvalidPathException e) {
      return List.of(); // the report stands without the excerpt
    }
  }
}
