package fencepost.bench.runner;

/** A line of a source file, which is named without its directory. */
public record Place(String file, int line) {
  public static Place of(String path, int line) {
    return new Place(path.substring(path.lastIndexOf('/') + 1), line);
  }

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
