package fencepost.check.record;

import fencepost.trace.Meaning;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what a call does by what its table says that it means. */
public final class Meanings {
  private Meanings() {}

  /** The rule for the first two words, or for the first one; null if there is none. */
  public static <R> @Nullable R find(Map<String, R> rules, Meaning meaning) {
    if (!meaning.words().isEmpty() && !meaning.details().isEmpty()) {
      R rule = rules.get(meaning.word() + " " + meaning.details().get(0));
      if (rule != null) {
        return rule;
      }
    }
    return rules.get(meaning.word());
  }
}
