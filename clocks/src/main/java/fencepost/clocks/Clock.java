package fencepost.clocks;

import fencepost.model.Past;

/** What a moment of an execution knows, which is all that happened before it. */
public interface Clock extends Past {

  /**
   * What the moment knows without what it owes to luck alone: another run, in which locks are taken
   * in another order, has at least this order.
   */
  default Clock certain() {
    return this;
  }

  /**
   * Whether the clock knows all that this moment knows, of which all is certain. False also where
   * that cannot be told at once.
   */
  default boolean isSurelyKnownTo(Clock clock) {
    return false;
  }
}
