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
}
