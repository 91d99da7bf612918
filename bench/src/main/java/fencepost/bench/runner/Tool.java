package fencepost.bench.runner;

import java.nio.file.Path;

/** A race detector. */
public interface Tool {
  String name();

  /**
   * Tries it on a case.
   *
   * @param work an empty directory for whatever it writes
   */
  Verdict examine(Case given, Path work);
}
