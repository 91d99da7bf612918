package fencepost.cli;

import java.util.ArrayList;
import java.util.List;

/** The words of a command in one text, with the quotes of a shell and nothing else of it. */
final class Words {
  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;

  private Words(String text) {
    this.text = text;
  }

  /**
   * Splits a text at white space that is neither quoted nor behind a backslash.
   *
   * @param option whose value the text is, for the message
   */
  static List<String> of(String option, String text) {
    Words words = new Words(text);
    if (!words.split()) {
      throw ToolFailure.wrongUse(option + " has a quote that is not closed: " + text);
    }
    return words.words;
  }

  private boolean split() {
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean escapes = c == '\\' && quote != '\'' && i + 1 < text.length();
      if (escapes && (quote == 0 || "\\\"$`".indexOf(text.charAt(i + 1)) >= 0)) {
        add(text.charAt(++i));
      } else if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
        inWord = true;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        endWord();
      } else {
        add(c);
      }
    }
    endWord();
    return quote == 0;
  }

  private void add(char c) {
    word.append(c);
    inWord = true;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  /** A word as a shell reads it back, whatever is in it. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
