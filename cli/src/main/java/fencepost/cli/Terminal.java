package fencepost.cli;

import fencepost.report.TextReport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Whether a person is watching, and what the terminal can do; the launcher script says so. */
final class Terminal {
  private static final int NARROWEST = 40;
  private static final String START_OF_LINE = "\r\u001b[K";

  /** Whether the line of progress is there, and whether a program has left a line unfinished. */
  private static boolean shown;

  private static boolean inLine;

  private Terminal() {}

  static boolean isThere() {
    return Boolean.getBoolean("fencepost.terminal");
  }

  /** How many columns it has; 0 if that is not known. */
  static int columns() {
    int columns = Integer.getInteger("fencepost.columns", 0);
    return columns == 0 ? 0 : Math.max(NARROWEST, columns);
  }

  /** How a report looks there. */
  static TextReport.Style style() {
    return style(isThere(), columns(), System.getenv());
  }

  static TextReport.Style style(boolean isThere, int columns, Map<String, String> environment) {
    // no-color.org: set and not empty, whatever to
    boolean color =
        isThere
            && environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new TextReport.Style(color, color && hasLinks(environment), isThere ? columns : 0);
  }

  /** Whether the terminal is one that is known to show links (OSC 8); others may print them. */
  private static boolean hasLinks(Map<String, String> environment) {
    String program = environment.getOrDefault("TERM_PROGRAM", "");
    String vte = environment.getOrDefault("VTE_VERSION", "0");
    return environment.getOrDefault("TERM", "").matches("(xterm-)?(kitty|ghostty)|alacritty|foot.*")
        || program.matches("iTerm\\.app|WezTerm|vscode|Hyper|ghostty")
        || environment.containsKey("WT_SESSION")
        || environment.containsKey("KONSOLE_VERSION")
        || (vte.matches("\\d{4,6}") && Integer.parseInt(vte) >= 5000);
  }

  // ---- the line of progress, and what else is printed while it is there ----

  /** Whether a line can be shown and removed. */
  static boolean hasProgress() {
    return isThere() && !"dumb".equals(System.getenv("TERM"));
  }

  /** Shows a line in place of the last one; cut to the width, so that it can be replaced. */
  static synchronized void progress(String text) {
    if (!hasProgress() || inLine) {
      return;
    }
    int columns = columns();
    String cut = columns > 0 && text.length() >= columns ? text.substring(0, columns - 1) : text;
    System.err.print(START_OF_LINE + cut);
    System.err.flush();
    shown = true;
  }

  static synchronized void clearProgress() {
    if (shown) {
      System.err.print(START_OF_LINE);
      System.err.flush();
      shown = false;
    }
  }

  /** Prints a line of ours. */
  static synchronized void say(String text) {
    clearProgress();
    System.err.println("fencepost: " + text);
  }

  /** Prints what a program has printed; its line may go on, and no other is put into it. */
  static synchronized void passOn(byte[] printed, int length, OutputStream to) throws IOException {
    clearProgress();
    to.write(printed, 0, length);
    to.flush();
    inLine = printed[length - 1] != '\n';
  }
}
