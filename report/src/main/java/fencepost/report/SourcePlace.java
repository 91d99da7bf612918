package fencepost.report;

import fencepost.trace.Sites;
import java.util.Set;

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

  private static final Set<String> MAIN =
      Set.of("main", "MAIN__", "main program", "__libc_start_call_main");
  private static final Set<String> CALLS_FOR_OTHERS =
      Set.of(
          "start_thread",
          "thread_start",
          "clone",
          "__clone3",
          "__clone",
          "do_once",
          "__pthread_once_slow",
          "__wrap_pthread_once");

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

  /** Whether it is in a header of the C++ library or of the compiler. */
  boolean isInLibrary() {
    return Sites.isInLibrary(file);
  }

  /** Whether nothing of the program called its function. */
  boolean isMain() {
    return MAIN.contains(function);
  }

  /** Whether it is in a library that calls functions of the program, as where a thread begins. */
  boolean callsForOthers() {
    return isInLibrary() || CALLS_FOR_OTHERS.contains(function);
  }

  /** Whether it is in what a compiler put around the same parallel region or task. */
  boolean isInRegionOf(SourcePlace inner) {
    return SourceNames.isRegion(function) && SourceNames.isRegion(inner.function);
  }

  /** However the file is named. */
  boolean isSameLine(SourcePlace other) {
    return line == other.line && fileName().equals(other.fileName());
  }

  @Override
  public int compareTo(SourcePlace other) {
    int byFile = file.compareTo(other.file);
    return byFile != 0 ? byFile : Integer.compare(line, other.line);
  }
}
