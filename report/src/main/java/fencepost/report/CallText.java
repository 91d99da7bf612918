package fencepost.report;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Calls of a communication library as the source has them. */
final class CallText {
  private static final Pattern CASTS = Pattern.compile("^\\s*(\\([^()]*\\)\\s*)*&?\\s*");

  private CallText() {}

  /** The table that has a call; null if none does. */
  static @Nullable ApiTable table(String call) {
    for (Model model : Model.values()) {
      if (model.table().has(call)) {
        return model.table();
      }
    }
    return null;
  }

  /** The arguments of a call; empty if they are not all in the text. */
  static List<String> arguments(String text, String call) {
    int open = text.indexOf(call + "(");
    List<String> found = new ArrayList<>();
    if (open < 0) {
      return found;
    }
    int start = open + call.length() + 1;
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\'') {
        return List.of(); // no operation has a text for an argument
      } else if (depth == 0 && (c == ',' || c == ')')) {
        found.add(text.substring(start, i).strip());
        start = i + 1;
        if (c == ')') {
          return found;
        }
      }
      depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    }
    return List.of();
  }

  /**
   * The pointer that a call gets or returns to memory which others can access; empty if unclear.
   */
  static String pointer(String text, String call) {
    Matcher assigned =
        Pattern.compile("([\\w.>\\[\\]-]*\\w\\]?)\\s*=[^=;]*\\b" + Pattern.quote(call) + "\\s*\\(")
            .matcher(text);
    if (assigned.find()) {
      String name = assigned.group(1);
      if (!call.startsWith("MPI_")) { // whose calls return an error
        return name;
      }
    }
    ApiTable table = table(call);
    List<String> given = arguments(text, call);
    for (int i = 0; table != null && i < given.size(); i++) {
      String parameter =
          i < table.call(call).parameters().size()
              ? table.call(call).parameters().get(i).name()
              : "";
      if (parameter.equals("base") || parameter.equals("baseptr")) {
        return CASTS.matcher(given.get(i)).replaceFirst("");
      }
    }
    return "";
  }
}
