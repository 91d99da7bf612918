package fencepost.report;

/**
 * A place in the program's source.
 *
 * @param file as the compiler saw it; empty if the code was built without debug information
 * @param line 0 if unknown
 * @param column 0 if unknown
 */
public record SourcePlace(String file, int line, int column, String function)
    implements Comparable<SourcePlace> {

  public static final SourcePlace UNKNOWN = new SourcePlace("", 0, "");

  public SourcePlace(String file, int line, String function) {
    this(file, line, 0, function);
  }

  /** The same line, whatever of it. */
  SourcePlace anywhereInLine() {
    return new SourcePlace(file, line, function);
  }

  public String fileName() {
    return file.substring(file.lastIndexOf('/') + 1);
  }

  public boolean isKnown() {
    return line > 0;
  }

  /** Whether it is in a header of the C++ standard library. */
  boolean isInLibrary() {
    return file.contains("/include/c++/");
  }

  @Override
  public int compareTo(SourcePlace other) {
    int byFile = file.compareTo(other.file);
    return byFile != 0 ? byFile : Integer.compare(line, other.line);
  }
}
