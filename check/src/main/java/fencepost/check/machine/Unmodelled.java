package fencepost.check.machine;

/**
 * A function of which nothing is known: what it returns is unknown, and so is what lies behind the
 * pointers that it was given.
 */
final class Unmodelled {
  private Unmodelled() {}

  static void call(Invocation i) {
    i.unknownBehindPointers();
    i.returnsUnknown("the result of " + i.name(), 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
}
