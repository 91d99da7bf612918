package fencepost.merge;

/** What the records of one process may rely on. */
public interface Horizon {
  /** Whether everything that other processes called before the time has been told. */
  boolean isPast(long time);

  /** Nothing that any process, this one included, called before this time is still to be told. */
  long heardFromAll();

  /**
   * The record at hand waits for something that will be announced: unless it has to, it is not
   * offered again before the result is run.
   */
  Runnable sleep();

  /** The clock by which the process has recorded its times. */
  TimeFrame time();
}
