package fencepost.merge;

/** What the records of one process may rely on. */
public interface Horizon {
  /** Whether everything that other processes called before the time has been told. */
  boolean isPast(long time);

  /** The clock by which the process has recorded its times. */
  TimeFrame time();
}
