package fencepost.bench.runner;

/** A line of a source file, which is named without its directory. */
public record SourceLine(String file, int line) {
  public static SourceLine of(String path, int line) {
    return new SourceLine(path.substring(path.lastIndexOf('/') + 1), line);
  }

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
