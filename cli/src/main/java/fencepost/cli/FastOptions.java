package fencepost.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * How loads and stores are instrumented.
 *
 * @param fast by our own analysis of the whole program
 * @param explain whether to list what was instrumented, and what not, and why
 */
record FastOptions(boolean fast, boolean explain) {
  static final String FAST = "--fast";
  private static final String UNIVERSAL = "--universal";
  private static final String EXPLAIN = "--explain-instrumentation";

  static FastOptions in(List<String> arguments) {
    boolean fast = arguments.lastIndexOf(FAST) > arguments.lastIndexOf(UNIVERSAL);
    return new FastOptions(fast, arguments.contains(EXPLAIN));
  }

  static List<String> without(List<String> arguments) {
    List<String> rest = new ArrayList<>(arguments);
    rest.removeAll(List.of(FAST, UNIVERSAL, EXPLAIN));
    return rest;
  }
}
