package fencepost.program.pointsto;

/** What others may do to memory while the program goes on; in rising order. */
public enum Exposure {
  NONE,
  /** They may read it. */
  READ,
  /** They may read and write it. */
  WRITTEN
}
