package fencepost.cli;

import fencepost.report.TextReport;
import java.util.Map;

/** Whether a person is watching, and what the terminal can do; the launcher script says so. */
final class Terminal {
  private static final int NARROWEST = 40;

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

  /** Shows a line in place of the last one; cut to the width, so that it can be replaced. */
  static void progress(String text) {
    int columns = columns();
    String shown = columns > 0 && text.length() >= columns ? text.substring(0, columns - 1) : text;
    System.err.print("\r\u001b[K" + shown);
    System.err.flush();
  }

  static void clearProgress() {
    System.err.print("\r\u001b[K");
    System.err.flush();
  }
}
