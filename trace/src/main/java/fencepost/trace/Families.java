package fencepost.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls that differ only in a type, or in an argument more or less, are one entry of a table.
 *
 * <pre>
 *   family rma float double longdouble=long double
 *   after void shmem&lt;_ctx&gt;_{rma}_put(&lt;shmem_ctx_t ctx, &gt;{rma} *dest, ...)
 * </pre>
 *
 * stands for six calls: for every member of the family, with and without what is in angles. In the
 * name of the call a member is its own name, elsewhere the C type behind the equals sign.
 */
final class Families {
  private static final Pattern MEMBER = Pattern.compile("(\\w+)(?:=([^;]*))?");
  private static final Pattern FAMILY = Pattern.compile("\\{(\\w+)}");
  private static final Pattern OPTIONAL = Pattern.compile("<([^<>]*)>");

  private final Map<String, Map<String, String>> families = new HashMap<>();

  /** Takes in a line {@code family NAME MEMBER; MEMBER=TYPE; ...}. */
  void define(String line) {
    String[] words = line.strip().split("\\s+", 3);
    Map<String, String> members = new LinkedHashMap<>();
    for (String member : words[2].split(";")) {
      Matcher matcher = MEMBER.matcher(member.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException("not understood in the API table: " + line);
      }
      String type = matcher.group(2) == null ? matcher.group(1) : matcher.group(2).strip();
      members.put(matcher.group(1), type);
    }
    families.put(words[1], members);
  }

  /** All that an entry stands for. */
  List<String> expand(String entry) {
    List<String> texts = new ArrayList<>();
    for (String text : members(entry)) {
      if (OPTIONAL.matcher(text).find()) {
        texts.add(OPTIONAL.matcher(text).replaceAll(""));
        texts.add(OPTIONAL.matcher(text).replaceAll("$1"));
      } else {
        texts.add(text);
      }
    }
    return texts;
  }

  private List<String> members(String entry) {
    Matcher matcher = FAMILY.matcher(entry);
    if (!matcher.find()) {
      return List.of(entry);
    }
    Map<String, String> members = families.get(matcher.group(1));
    if (members == null) {
      throw new IllegalArgumentException("there is no family " + matcher.group(1));
    }
    List<String> texts = new ArrayList<>();
    members.forEach(
        (name, type) -> texts.addAll(members(with(entry, matcher.group(), name, type))));
    return texts;
  }

  /** The entry for one member: its name where it is part of a word, else its type. */
  private static String with(String entry, String family, String name, String type) {
    String part = Pattern.quote(family);
    return entry
        .replaceAll("(?<=\\w)" + part + "|" + part + "(?=\\w)", Matcher.quoteReplacement(name))
        .replace(family, type);
  }
}
