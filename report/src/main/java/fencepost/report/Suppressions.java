package fencepost.report;

import fencepost.report.Finding.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Findings that the user does not want to see. One rule a line:
 *
 * <pre>
 *   either function=update_flag            one side is in a function of that name
 *   both file=*&#47;vendor/*.c                both sides are in such files
 *   either variable=counter file=main.c    all patterns of a line must hold
 * </pre>
 *
 * In patterns, {@code *} stands for any text and {@code ?} for any character. What follows {@code
 * #} is a comment.
 */
public final class Suppressions {
  private final List<Entry> entries = new ArrayList<>();

  private static final class Entry {
    final String text;
    final boolean both;
    final List<Condition> conditions = new ArrayList<>();
    long used;

    Entry(String text, boolean both) {
      this.text = text;
      this.both = both;
    }

    boolean matches(Finding finding) {
      return both
          ? finding.accesses().stream().allMatch(access -> matches(finding, access))
          : finding.accesses().stream().anyMatch(access -> matches(finding, access));
    }

    private boolean matches(Finding finding, Access access) {
      return conditions.stream().allMatch(c -> c.matches(finding, access));
    }
  }

  private record Condition(String key, Pattern pattern) {
    boolean matches(Finding finding, Access access) {
      return switch (key) {
        case "function" ->
            access.stack().stream().anyMatch(place -> pattern.matcher(place.function()).matches());
        case "file" ->
            pattern.matcher(access.place().file()).matches()
                || pattern.matcher(access.place().fileName()).matches();
        case "variable" ->
            pattern.matcher(finding.location().object()).matches()
                || pattern
                    .matcher(
                        finding
                            .location()
                            .object()
                            .replaceFirst("^(buffer of .* in )?variable ", ""))
                    .matches();
        default -> throw new IllegalStateException(key);
      };
    }
  }

  /** Reads rules; throws with the offending line if one is not understood. */
  public static Suppressions parse(List<String> lines) {
    Suppressions suppressions = new Suppressions();
    for (String line : lines) {
      String text = line.replaceFirst("(^|\\s)#.*", "").strip();
      if (!text.isEmpty()) {
        suppressions.entries.add(entry(text));
      }
    }
    return suppressions;
  }

  private static Entry entry(String text) {
    String[] words = text.split("\\s+");
    if (words.length < 2 || !(words[0].equals("either") || words[0].equals("both"))) {
      throw new IllegalArgumentException(
          "a suppression is 'either' or 'both' and patterns function=, file= or variable=, not: "
              + text);
    }
    Entry entry = new Entry(text, words[0].equals("both"));
    for (int i = 1; i < words.length; i++) {
      String[] parts = words[i].split("=", 2);
      if (parts.length != 2 || !List.of("function", "file", "variable").contains(parts[0])) {
        throw new IllegalArgumentException(
            "a suppression has function=, file= or variable=, not: " + words[i]);
      }
      entry.conditions.add(new Condition(parts[0], glob(parts[1])));
    }
    return entry;
  }

  private static Pattern glob(String text) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
    }
    return Pattern.compile(regex.toString());
  }

  /** The findings that no rule matches. */
  public List<Finding> keep(List<Finding> findings) {
    List<Finding> kept = new ArrayList<>();
    for (Finding finding : findings) {
      boolean suppressed = false;
      for (Entry entry : entries) {
        if (entry.matches(finding)) {
          entry.used++;
          suppressed = true;
        }
      }
      if (!suppressed) {
        kept.add(finding);
      }
    }
    return kept;
  }

  /** Rules that matched nothing: probably the program has changed, or the rule is mistyped. */
  public List<String> unused() {
    return entries.stream().filter(entry -> entry.used == 0).map(entry -> entry.text).toList();
  }

  /** How many matches there were. */
  public long used() {
    return entries.stream().mapToLong(entry -> entry.used).sum();
  }
}
