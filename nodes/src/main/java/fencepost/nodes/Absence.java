package fencepost.nodes;

/**
 * Whether a node has been without processes of the run for so long that none will come. Only looks
 * count: the time between two of them says nothing, for whoever looks may have been held up, and
 * processes may have come and worked all the while.
 */
final class Absence {
  private static final long NOT_NOW = Long.MAX_VALUE;

  private final long patienceAfterSome;
  private long patience;
  private long since;
  private boolean over;

  /** Nobody has come yet; the first one may take longer than those behind it. */
  Absence(long now, long patienceForFirst, long patienceAfterSome) {
    this.since = now;
    this.patience = patienceForFirst;
    this.patienceAfterSome = patienceAfterSome;
  }

  /** Somebody was there at a look that began at that time, or nobody was. */
  void saw(boolean somebody, long now) {
    if (somebody) {
      patience = patienceAfterSome;
      since = NOT_NOW;
    } else if (since == NOT_NOW) {
      since = now;
    }
    over = !somebody && now - since >= patience;
  }

  boolean isOver() {
    return over;
  }
}
