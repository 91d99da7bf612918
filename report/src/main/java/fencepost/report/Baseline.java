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
    JsonNode root;
    try {
      root = Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
    }
    if (root == null || !root.path("tool").asText().equals("fencepost")) {
      throw new IllegalArgumentException("it is no report of fencepost --json");
    }
    Map<String, String> findings = new LinkedHashMap<>();
    for (JsonNode race : root.path("races")) {
      String fingerprint = race.path("fingerprint").asText();
      if (fingerprint.isEmpty()) {
        throw new IllegalArgumentException("it is of an older version, without fingerprints");
      }
      findings.put(fingerprint, described(race));
    }
    return findings;
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
