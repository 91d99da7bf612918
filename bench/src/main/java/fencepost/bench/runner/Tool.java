package fencepost.bench.runner;

import java.nio.file.Path;

/** A race detector. */
public interface Tool {
  String name();

  /** With what it compiles and runs, for people. */
  default String setup() {
    return "";
  }

  /**
   * Tries it on a case.
   *
   * @param work an empty directory for whatever it writes
   */
  Verdict examine(Case given, Path work);
}
