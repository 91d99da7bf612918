package fencepost.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * How loads and stores are instrumented.
 *
 * @param explain whether to list what was instrumented, and what not, and why
 */
record FastOptions(Mode mode, boolean explain) {
  static final String FAST = "--fast";
  static final String EXPLAIN = "--explain-instrumentation";
  static final String UNIVERSAL = "--universal";

  /** Who instruments. */
  enum Mode {
    /** Our own analysis of the whole program. */
    FAST,
    /** The compiler, every load and store. */
    UNIVERSAL,
    /** The analysis for what is compiled to be fast, the compiler for the rest. */
    UNSAID
  }

  static FastOptions in(List<String> arguments) {
    int fast = arguments.lastIndexOf(FAST);
    int universal = arguments.lastIndexOf(UNIVERSAL);
    Mode mode = fast > universal ? Mode.FAST : universal > fast ? Mode.UNIVERSAL : Mode.UNSAID;
    return new FastOptions(mode, arguments.contains(EXPLAIN));
  }

  static List<String> without(List<String> arguments) {
    List<String> rest = new ArrayList<>(arguments);
    rest.removeAll(List.of(FAST, UNIVERSAL, EXPLAIN));
    return rest;
  }
}
