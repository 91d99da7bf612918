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
    return Printable.text(
        "%s and %s: %s"
            .formatted(
                place(race.path("accesses").path(0)),
                place(race.path("accesses").path(1)),
                race.path("message").asText()));
  }

  private static String place(JsonNode access) {
    return "%s:%d (%s)"
        .formatted(
            access.path("file").asText(),
            access.path("line").asInt(),
            access.path("operation").asText());
  }
}
