package fencepost.bench.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How another tool is used. In the commands, {@code {sources}}, {@code {program}}, {@code
 * {processes}} and {@code {work}} stand for those of the case.
 *
 * @param needs commands that must be installed
 * @param compile builds a program; empty if the tool needs only the sources
 * @param run runs the tool
 * @param output files that the tool writes besides what it prints
 * @param report a regular expression that finds one report in the output
 * @param place one that finds the places in a report, with groups {@code file} and {@code line}
 */
public record Adapter(
    String name,
    List<String> needs,
    List<String> compile,
    List<String> run,
    List<String> output,
    String report,
    String place) {

  /** An adapter that comes with this tool, or one in a file of the user's. */
  public static Adapter named(String name) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Path file = Path.of(name);
    if (Files.isRegularFile(file)) {
      return json.readValue(file.toFile(), Adapter.class);
    }
    try (InputStream known = Adapter.class.getResourceAsStream("adapters/" + name + ".json")) {
      if (known == null) {
        throw new IOException("there is no tool called " + name + ", nor a file that describes it");
      }
      return json.readValue(known, Adapter.class);
    }
  }
}
