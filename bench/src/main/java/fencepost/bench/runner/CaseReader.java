package fencepost.bench.runner;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the cases in a directory: source files with a comment that says {@code RACE LABELS} and
 * then a JSON object, as RMARaceBench has them.
 */
public final class CaseReader {
  private static final Pattern SOURCE = Pattern.compile(".*\\.(c|cc|cpp|cxx|f|F|f90|F90)");
  private static final Pattern LABELS = Pattern.compile("RACE[ _]LABELS[^{]*");
  private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*(//|!|\\*(?!/)|#)");
  private static final Pattern CATEGORY =
      Pattern.compile("\\b(?:MPI|SHMEM|GASPI)[-_]([A-Za-z]+)[-_]", Pattern.CASE_INSENSITIVE);
  private static final Pattern OPERATION =
      Pattern.compile("[^@]*@(?:(?<file>[^:]+):)?(?<line>\\d+)");
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.ALLOW_COMMENTS)
          .enable(JsonParser.Feature.ALLOW_SINGLE_QUOTES)
          .build();

  private CaseReader() {}

  /** All cases below a directory, in the order of their names. */
  public static List<Case> in(Path directory) throws IOException {
    List<Case> cases = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file :
          files.filter(f -> SOURCE.matcher(f.toString()).matches()).sorted().toList()) {
        read(file).ifPresent(cases::add);
      }
    }
    return cases;
  }

  /** The case in a file, if it has labels. */
  static Optional<Case> read(Path file) throws IOException {
    String source = Files.readString(file, StandardCharsets.ISO_8859_1);
    Matcher labels = LABELS.matcher(source);
    if (!labels.find() || labels.end() == source.length()) {
      return Optional.empty();
    }
    // What follows the object is not read.
    String text = COMMENT.matcher(source.substring(labels.end())).replaceAll("");
    try {
      return Optional.of(of(file, JSON.readTree(text)));
    } catch (JsonProcessingException e) {
      throw new IOException(file + " has labels that are no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Case of(Path file, JsonNode labels) throws IOException {
    String name = String.valueOf(file.getFileName());
    List<Place> pair = new ArrayList<>();
    if (!labels.path("RACE_KIND").asText("none").equals("none")) {
      for (JsonNode operation : labels.path("RACE_PAIR")) {
        pair.add(place(name, operation.asText()));
      }
      if (pair.size() != 2) {
        throw new IOException(file + " has a race, but RACE_PAIR does not name two operations");
      }
    }
    List<Path> sources = new ArrayList<>(List.of(file));
    labels.path("OTHER_SOURCES").forEach(s -> sources.add(file.resolveSibling(s.asText())));
    Matcher category = CATEGORY.matcher(name);
    return new Case(
        name,
        category.find() ? category.group(1).toLowerCase(Locale.ROOT) : "other",
        sources,
        pair,
        labels.path("NPROCS").asInt(2));
  }

  /** Where {@code MPI_Put@40} or {@code STORE@other.c:7} is. */
  private static Place place(String file, String operation) throws IOException {
    Matcher matcher = OPERATION.matcher(operation);
    if (!matcher.matches()) {
      throw new IOException(file + " names a place that is not operation@line: " + operation);
    }
    String named = matcher.group("file");
    return new Place(named == null ? file : named, Integer.parseInt(matcher.group("line")));
  }
}
