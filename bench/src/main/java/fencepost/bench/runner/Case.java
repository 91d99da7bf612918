package fencepost.bench.runner;

import java.nio.file.Path;
import java.util.List;

/**
 * A program with labels.
 *
 * @param name its file below the directory of all cases
 * @param category what it is about
 * @param sources its source files, the one with the labels first
 * @param pair the two places that race; empty if nothing does
 */
public record Case(
    String name, String category, List<Path> sources, List<SourceLine> pair, int processes) {
  public boolean isRacy() {
    return !pair.isEmpty();
  }

  public Path source() {
    return sources.get(0);
  }
}
