package fencepost.report;

/**
 * Text of the program, made harmless for a terminal. Names and source lines may hold anything: a
 * control character could move the cursor, hide a finding, or rename the window, and marks of
 * writing direction could show a line in another order than the compiler reads it.
 */
public final class Printable {
  private Printable() {}

  /** The same on one line; what is not to be seen is spelled out, as in {@code \\x1b}. */
  public static String text(String text) {
    if (text.codePoints().noneMatch(Printable::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints().forEach(c -> append(shown, c));
    return shown.toString();
  }

  /** The same of a line of source code, where a tab is a space. */
  public static String line(String line) {
    return text(line.replace('\t', ' '));
  }

  private static void append(StringBuilder shown, int c) {
    if (!isHidden(c)) {
      shown.appendCodePoint(c);
    } else {
      shown.append(String.format(c < 0x100 ? "\\x%02x" : "\\u%04x", c));
    }
  }

  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED -> // some of them are forbidden in XML
          true;
      default -> false;
    };
  }
}
