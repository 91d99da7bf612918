package fencepost.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * How loads and stores are instrumented.
 *
 * @param explain whether to list what was instrumented, and what not, and why
 * @param threads whether races of the threads of one process will be looked for
 */
record FastOptions(Mode mode, boolean explain, boolean threads) {
  static final String FAST = "--fast";
  static final String EXPLAIN = "--explain-instrumentation";
  static final String UNIVERSAL = "--universal";
  static final String THREADS = "--threads";

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
    return new FastOptions(mode, arguments.contains(EXPLAIN), arguments.contains(THREADS));
  }

  static List<String> without(List<String> arguments) {
    List<String> rest = new ArrayList<>(arguments);
    rest.removeAll(List.of(FAST, UNIVERSAL, EXPLAIN, THREADS));
    return rest;
  }
}
