package fencepost.clocks;

/**
 * What a moment of an execution knows: for every strand, the latest time that happened before the
 * moment.
 */
public interface Clock {

  /** The latest time of the strand that happened before this moment; 0 if none did. */
  long timeOf(int strand);

  /** Whether the given time of the strand happened before this moment. */
  default boolean covers(int strand, long time) {
    return timeOf(strand) >= time;
  }

  /**
   * What the moment knows without what it owes to luck alone: another run, in which locks are taken
   * in another order, has at least this order.
   */
  default Clock certain() {
    return this;
  }
}
