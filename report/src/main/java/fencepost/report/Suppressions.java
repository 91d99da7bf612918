package fencepost.report;

import fencepost.report.Finding.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Findings that the user does not want to see. One rule a line:
 *
 * <pre>
 *   either function=update_flag            one side is in a function of that name
 *   both file=*&#47;vendor/*.c                both sides are in such files
 *   either variable=counter file=main.c    all patterns of a line must hold
 *   either rule=target-access line=24      the kind of race, and the line
 *   pair file=a.c line=3 and file=b.c      one side, and the other
 * </pre>
 *
 * In patterns, {@code *} stands for any text and {@code ?} for any character. What follows {@code
 * #} is a comment.
 */
public final class Suppressions {
  private static final List<String> KEYS = List.of("function", "file", "line", "rule", "variable");

  private final List<Entry> entries = new ArrayList<>();

  /** How many sides must match. */
  private enum Sides {
    EITHER,
    BOTH,
    /** One the conditions before the word {@code and}, the other those behind it. */
    PAIR
  }

  private static final class Entry {
    final String text;
    final Sides sides;
    final List<Condition> conditions = new ArrayList<>();
    final List<Condition> others = new ArrayList<>();
    long used;

    Entry(String text, Sides sides) {
      this.text = text;
      this.sides = sides;
    }

    boolean matches(Finding finding) {
      Access first = finding.accesses().get(0);
      Access second = finding.accesses().get(1);
      boolean one = matches(conditions, finding, first);
      boolean other = matches(conditions, finding, second);
      return switch (sides) {
        case EITHER -> one || other;
        case BOTH -> one && other;
        case PAIR ->
            (one && matches(others, finding, second)) || (other && matches(others, finding, first));
      };
    }

    private static boolean matches(List<Condition> conditions, Finding finding, Access access) {
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
        case "line" -> pattern.matcher(String.valueOf(access.place().line())).matches();
        case "rule" ->
            pattern.matcher(finding.rule().id()).matches()
                || pattern.matcher(finding.rule().kind()).matches();
        case "variable" ->
            pattern.matcher(finding.location().pointer()).matches()
                || pattern.matcher(finding.location().object()).matches()
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
    Sides sides =
        Stream.of(Sides.values())
            .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(words[0]))
            .findFirst()
            .orElse(null);
    int and = sides == Sides.PAIR ? List.of(words).indexOf("and") : words.length;
    if (sides == null || and < 2 || and == words.length - 1) {
      throw new IllegalArgumentException(
          "a suppression is 'either' or 'both' and patterns, or 'pair', patterns, 'and', patterns,"
              + " not: "
              + text);
    }
    Entry entry = new Entry(text, sides);
    for (int i = 1; i < words.length; i++) {
      if (i != and) {
        (i < and ? entry.conditions : entry.others).add(condition(words[i]));
      }
    }
    return entry;
  }

  private static Condition condition(String word) {
    String[] parts = word.split("=", 2);
    if (parts.length != 2 || !KEYS.contains(parts[0])) {
      throw new IllegalArgumentException(
          "a suppression has function=, file=, line=, rule= or variable=, not: " + word);
    }
    return new Condition(parts[0], glob(parts[1]));
  }

  /** A rule that matches findings between two places. */
  public static String rule(String rule, SourcePlace one, SourcePlace other) {
    return String.format("pair rule=%s %s and %s", rule, patterns(one), patterns(other));
  }

  private static String patterns(SourcePlace place) {
    String file = place.fileName().replaceAll("[\\s#]", "?");
    return String.format("file=%s line=%d", file.isEmpty() ? "*" : file, place.line());
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
