package fencepost.report;

import fencepost.report.Finding.Access;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A name for each finding that stays the same while the program around it changes: of the rule, and
 * of both sides the file, the function, the operation and the text of the line, but not its number.
 * Findings that agree in all of that are counted.
 */
final class Fingerprints {
  private static final int BYTES = 16;

  private Fingerprints() {}

  /** Those of the findings, in their order. */
  static List<String> of(List<Finding> findings, SourceLines sources) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> all = new ArrayList<>();
    for (Finding finding : findings) {
      String print = digest(text(finding, sources));
      int count = seen.merge(print, 1, Integer::sum);
      all.add(count == 1 ? print : print + "-" + count);
    }
    return all;
  }

  private static String text(Finding finding, SourceLines sources) {
    return finding.rule().id()
        + finding.accesses().stream()
            .map(access -> text(access, sources))
            .sorted() // moved code may change which of the two comes first
            .collect(Collectors.joining());
  }

  private static String text(Access access, SourceLines sources) {
    SourcePlace place = access.place();
    String line = sources.at(place).replaceAll("\\s+", "");
    return String.join(
        "\0", "", place.fileName(), place.function(), access.operation(), access.access(), line);
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
