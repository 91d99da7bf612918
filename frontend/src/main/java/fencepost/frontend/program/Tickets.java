package fencepost.frontend.program;

/**
 * Numbers that processes have taken while they held a lock, one after the other: they are accounted
 * for in that order.
 */
public final class Tickets {
  private long next = 1;

  /** Whether all that were taken before this one have been accounted for. */
  public boolean isNext(long ticket) {
    return ticket == next;
  }

  public void done() {
    next++;
  }
}
