package fencepost.bench.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The results of a tool, as they are kept in a file.
 *
 * @param setup with what the cases were compiled and run, for people
 */
public record Results(String tool, String setup, double seconds, List<Result> results) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Reads a file that {@link #write} has written; the message says if it is none. */
  public static Results read(Path file) throws IOException {
    try {
      Results read = JSON.readValue(Files.readAllBytes(file), Results.class);
      if (read.results == null) {
        throw new IOException(file + " has no results of 'bench run'");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw new IOException(file + " has no results of 'bench run': " + e.getOriginalMessage(), e);
    }
  }

  /** Replaces a file as a whole, so that a full disk does not cost the old results. */
  public void write(Path file) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      JSON.writeValue(draft.toFile(), this);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The same results under another name for the tool. */
  public Results named(String name) {
    return new Results(name, setup, seconds, results);
  }
}
