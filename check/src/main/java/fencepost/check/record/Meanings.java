package fencepost.check.record;

import fencepost.trace.Meaning;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what a call does by what its table says that it means. */
public final class Meanings {
  private Meanings() {}

  /** The rule for the first two words, or for the first one; null if there is none. */
  public static <R> @Nullable R find(Map<String, R> rules, Meaning meaning) {
    List<String> words = meaning.words();
    R rule = words.size() < 2 ? null : rules.get(words.get(0) + " " + words.get(1));
    return rule != null || words.isEmpty() ? rule : rules.get(words.get(0));
  }
}
