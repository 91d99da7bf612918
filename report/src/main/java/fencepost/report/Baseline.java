package fencepost.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** The findings of an earlier report, by their fingerprints. */
public final class Baseline {
  private Baseline() {}

  /**
   * What each finding of a report is, in one line that is harmless to a terminal.
   *
   * @throws IllegalArgumentException if the text is no report of ours
   */
  public static Map<String, String> parse(String text) {
    Map<String, String> findings = new LinkedHashMap<>();
    for (JsonNode race : races(text)) {
      findings.put(race.path("fingerprint").asText(), described(race));
    }
    return findings;
  }

  /** Those of a report of ours, each with a fingerprint. */
  static JsonNode races(String text) {
    JsonNode root;
    try {
      root = Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
    }
    if (root == null || !root.path("tool").asText().equals("fencepost")) {
      throw new IllegalArgumentException("it is no report of fencepost --json");
    }
    JsonNode races = root.path("races");
    for (JsonNode race : races) {
      if (race.path("fingerprint").asText().isEmpty()) {
        throw new IllegalArgumentException("it is of an older version, without fingerprints");
      }
    }
    return races;
  }

  private static String described(JsonNode race) {
    return places(race) + ": " + Printable.text(race.path("message").asText());
  }

  static String places(JsonNode race) {
    JsonNode accesses = race.path("accesses");
    return Printable.text(place(accesses.path(0)) + " and " + place(accesses.path(1)));
  }

  private static String place(JsonNode access) {
    return "%s:%d (%s)"
        .formatted(
            access.path("file").asText(),
            access.path("line").asInt(),
            access.path("operation").asText());
  }
}
