package fencepost.frontend.atomic;

import java.util.function.LongPredicate;

/**
 * What is known of a value that was read.
 *
 * @param isMet whether a value could be it
 * @param grows whether a counter that only grows meets it for ever, once it does
 */
public record Goal(LongPredicate isMet, boolean grows) {

  /** The value itself is known. */
  static Goal value(long seen) {
    return new Goal(new Exactly(seen), false);
  }

  /** A class, because this is made for every value that is read, and a lambda costs more. */
  private record Exactly(long seen) implements LongPredicate {
    @Override
    public boolean test(long value) {
      return value == seen;
    }
  }

  /** A counter has come at least so far. */
  static Goal atLeast(long least) {
    return new Goal(value -> value >= least, true);
  }

  /** A value near zero that is not it, or zero if there is none. */
  long unmet() {
    return isMet.test(-1) ? isMet.test(1) ? 0 : 1 : -1;
  }

  boolean test(long value) {
    return isMet.test(value);
  }
}
