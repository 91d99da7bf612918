package fencepost.bench.suite.oracle;

/** What an effect does to memory; the rows and columns of the conflict table. */
public enum Kind {
  LOAD,
  STORE,
  BUFFER_READ,
  BUFFER_WRITE,
  REMOTE_READ,
  REMOTE_WRITE,
  ATOMIC_READ,
  ATOMIC_UPDATE;

  /**
   * R: race. P: race between different processes only. A: race unless both are atomic with each
   * other.
   */
  private static final String[] TABLE = {
    // load, store, buffer read, buffer write, remote read, remote write, atomic read, atomic update
    "-P-R-R-R", // load
    "PPRRRRRR", // store
    "-R-R-R-R", // buffer read
    "RRRRRRRR", // buffer write
    "-R-R-R-R", // remote read
    "RRRRRRRR", // remote write
    "-R-R-R-A", // atomic read
    "RRRRRRAA", // atomic update
  };

  char against(Kind other) {
    return TABLE[ordinal()].charAt(other.ordinal());
  }

  /** An access to the target's memory by a remote operation. */
  public boolean isRemote() {
    return ordinal() >= REMOTE_READ.ordinal();
  }

  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
