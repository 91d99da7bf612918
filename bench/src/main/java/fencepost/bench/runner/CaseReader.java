package fencepost.bench.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
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
import java.util.Set;
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
      Pattern.compile("[^@]*@\\s*(?:(?<file>[^:]*[^:\\d][^:]*):)?(?<line>\\d+)(?::\\d+)?\\s*");
  private static final Set<String> NO_RACE = Set.of("none", "no", "false", "");
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .build();

  private final Path directory;

  private CaseReader(Path directory) {
    this.directory = directory;
  }

  /** All cases below a directory, in the order of their names. */
  public static List<Case> in(Path directory) throws IOException {
    CaseReader reader = new CaseReader(directory);
    List<Case> cases = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file :
          files.filter(f -> SOURCE.matcher(f.toString()).matches()).sorted().toList()) {
        reader.read(file).ifPresent(cases::add);
      }
    }
    return cases;
  }

  /** The case in a file, if it has labels. */
  private Optional<Case> read(Path file) throws IOException {
    String source = Files.readString(file, StandardCharsets.ISO_8859_1);
    Matcher labels = LABELS.matcher(source);
    if (!labels.find()) {
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

  private Case of(Path file, JsonNode labels) throws IOException {
    if (!labels.has("RACE_KIND") && !labels.has("RACE_PAIR")) {
      throw new IOException(file + " has labels without RACE_KIND");
    }
    List<Path> sources = new ArrayList<>(List.of(file));
    for (JsonNode other : labels.path("OTHER_SOURCES")) {
      Path source = file.resolveSibling(other.asText());
      if (!Files.isRegularFile(source)) {
        throw new IOException(file + " needs " + source + ", which is not there");
      }
      sources.add(source);
    }
    return new Case(
        directory.relativize(file).toString(),
        category(file),
        sources,
        pair(file, labels),
        labels.path("NPROCS").asInt(2));
  }

  /** By the name of the file, else of the folder. */
  private String category(Path file) {
    Matcher category = CATEGORY.matcher(String.valueOf(file.getFileName()));
    if (category.find()) {
      return category.group(1).toLowerCase(Locale.ROOT);
    }
    Path folder = directory.relativize(file).getParent();
    return folder == null ? "other" : String.valueOf(folder.getFileName()).toLowerCase(Locale.ROOT);
  }

  private static List<SourceLine> pair(Path file, JsonNode labels) throws IOException {
    List<String> operations = operations(labels.path("RACE_PAIR"));
    String kind = labels.path("RACE_KIND").asText(operations.isEmpty() ? "none" : "race");
    if (NO_RACE.contains(kind.strip().toLowerCase(Locale.ROOT))) {
      return List.of();
    }
    if (operations.size() != 2) {
      throw new IOException(file + " has a race, but RACE_PAIR does not name two operations");
    }
    return List.of(place(file, operations.get(0)), place(file, operations.get(1)));
  }

  /** Two strings, or one with a comma. */
  private static List<String> operations(JsonNode pair) {
    if (pair.isTextual()) {
      return Stream.of(pair.asText().split(",")).filter(o -> !o.isBlank()).toList();
    }
    List<String> operations = new ArrayList<>();
    pair.forEach(operation -> operations.add(operation.asText()));
    return operations;
  }

  /** Where {@code MPI_Put@40} or {@code STORE@other.c:7} is. */
  private static SourceLine place(Path file, String operation) throws IOException {
    Matcher matcher = OPERATION.matcher(operation);
    if (!matcher.matches()) {
      throw new IOException(file + " names a place that is not operation@line: " + operation);
    }
    String named = matcher.group("file");
    return SourceLine.of(
        named == null ? file.toString() : named.strip(), Integer.parseInt(matcher.group("line")));
  }
}
