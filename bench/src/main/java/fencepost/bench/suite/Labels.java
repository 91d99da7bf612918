package fencepost.bench.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The machine-readable header of a case.
 *
 * @param raceKind none, local or remote
 * @param accessSet what the two accesses do to memory
 * @param racePair {@code operation@line} of both, or nothing
 */
public record Labels(
    String raceKind,
    List<String> accessSet,
    List<String> racePair,
    int processes,
    List<String> consistencyCalls,
    List<String> syncCalls,
    String description,
    List<String> otherSources) {
  public static final String TITLE = "RACE LABELS";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** As lines of a comment. */
  List<String> lines() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("RACE_KIND", raceKind);
    fields.put("ACCESS_SET", accessSet);
    fields.put("RACE_PAIR", racePair);
    fields.put("NPROCS", processes);
    fields.put("CONSISTENCY_CALLS", consistencyCalls);
    fields.put("SYNC_CALLS", syncCalls);
    fields.put("DESCRIPTION", description);
    if (!otherSources.isEmpty()) {
      fields.put("OTHER_SOURCES", otherSources);
    }
    List<String> lines = new ArrayList<>();
    fields.forEach((name, value) -> lines.add("  \"" + name + "\": " + json(value) + ","));
    int last = lines.size() - 1;
    lines.set(last, lines.get(last).replaceFirst(",$", ""));
    lines.add(0, "{");
    lines.add("}");
    return lines;
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
