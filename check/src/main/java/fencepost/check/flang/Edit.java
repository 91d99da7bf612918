package fencepost.check.flang;

import fencepost.check.machine.Halt;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formatted texts (Fortran 2018, 13): the usual edit descriptors, one behind the other. */
final class Edit {
  private static final Pattern DESCRIPTOR =
      Pattern.compile(
          "\\s*(?:(\\d*)([aAiIlLgG]|[fFeEdD]|[eE][sSnN])(\\d*)(?:\\.(\\d+))?(?:[eE]\\d+)?"
              + "|(\\d*)[xX]|'([^']*)'|\"([^\"]*)\")\\s*(,|$)");

  private Edit() {}

  /** What a statement writes; without a format, every item behind a blank. */
  static String text(String format, List<Object> items) {
    StringBuilder text = new StringBuilder();
    if (format.isEmpty()) {
      items.forEach(item -> text.append(' ').append(plain(item)));
      return text.toString();
    }
    String inner = format.strip();
    if (!inner.startsWith("(") || !inner.endsWith(")")) {
      throw Halt.unmodelled("the format " + format);
    }
    inner = inner.substring(1, inner.length() - 1);
    int item = 0;
    Matcher m = DESCRIPTOR.matcher(inner);
    for (int at = 0; at < inner.length(); at = m.end()) {
      if (!m.find(at) || m.start() != at) {
        throw Halt.unmodelled("the format " + format);
      }
      if (m.group(2) == null) {
        text.append(literal(m));
      } else {
        int repeat = m.group(1).isEmpty() ? 1 : Integer.parseInt(m.group(1));
        for (int n = 0; n < repeat && item < items.size(); n++) {
          text.append(edited(m, items.get(item++)));
        }
      }
    }
    return text.toString();
  }

  private static String literal(Matcher m) {
    if (m.group(5) != null) {
      return " ".repeat(m.group(5).isEmpty() ? 1 : Integer.parseInt(m.group(5)));
    }
    return m.group(6) != null ? m.group(6) : m.group(7);
  }

  private static String plain(Object item) {
    return item instanceof Boolean truth ? (truth ? "T" : "F") : String.valueOf(item);
  }

  private static String edited(Matcher m, Object item) {
    int width = m.group(3).isEmpty() ? 0 : Integer.parseInt(m.group(3));
    String text = plain(item);
    if (item instanceof Double number && m.group(4) != null) {
      boolean fixed = m.group(2).equalsIgnoreCase("f");
      text = String.format(Locale.ROOT, "%." + m.group(4) + (fixed ? "f" : "E"), number);
    } else if (item instanceof Long && m.group(4) != null) {
      int digits = Integer.parseInt(m.group(4));
      text = "0".repeat(Math.max(0, digits - text.length())) + text;
    }
    return width <= text.length() && !(item instanceof String)
        ? (width == 0 || width == text.length() ? text : "*".repeat(width))
        : item instanceof String && width > 0 && width < text.length()
            ? text.substring(0, width)
            : " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
