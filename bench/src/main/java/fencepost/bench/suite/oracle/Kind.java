package fencepost.bench.suite.oracle;

import java.util.List;
import java.util.Locale;

/** What an effect does to memory; the rows and columns of the conflict table. */
public enum Kind {
  LOAD("-P-R-R-R"),
  STORE("PPRRRRRR"),
  BUFFER_READ("-R-R-R-R"),
  BUFFER_WRITE("RRRRRRRR"),
  REMOTE_READ("-R-R-R-R"),
  REMOTE_WRITE("RRRRRRRR"),
  ATOMIC_READ("-R-R-R-A"),
  ATOMIC_UPDATE("RRRRRRAA");

  private static final List<Kind> COLUMNS = List.of(values());

  /**
   * Against each kind, in their order. R: race. P: race between different processes only. A: race
   * unless both are atomic with each other.
   */
  private final String row;

  Kind(String row) {
    this.row = row;
  }

  char against(Kind other) {
    return row.charAt(COLUMNS.indexOf(other));
  }

  /** An access to the target's memory by a remote operation. */
  public boolean isRemote() {
    return compareTo(REMOTE_READ) >= 0;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
