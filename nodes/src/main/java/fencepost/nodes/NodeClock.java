package fencepost.nodes;

/**
 * How far the analyser's clock is ahead of a node's, and how well that is known.
 *
 * <p>The analyser answers a ping with its time, which lies between the two times at which the node
 * has sent the ping and got the answer: their middle is off by half the round trip at most.
 * Afterwards the clocks may drift apart, by less than {@link #DRIFT}, which is twice what the
 * quartz of a computer is allowed. Each answer shows whether that is so.
 */
final class NodeClock {
  /** Nanoseconds in a nanosecond. */
  private static final double DRIFT = 100e-6;

  /** What the processes read changes in small steps: their times must not jump back. */
  static final long STEP = 20_000;

  private boolean measured;
  private long ahead;
  private long error;
  private long at;
  private long applied;

  /** By how much the clocks have drifted more than they should have. */
  private long surprise;

  /** An answer has come. */
  void pong(long sent, long analyser, long received) {
    long newAhead = analyser - (sent + (received - sent) / 2);
    long newError = (received - sent + 1) / 2;
    if (measured) {
      long apart = Math.abs(newAhead - ahead) - newError - error(received);
      surprise = Math.max(surprise, apart);
    }
    if (!measured || newError <= error(received)) {
      measured = true;
      ahead = newAhead;
      error = newError;
      at = sent; // the answer may be as old
    }
  }

  private long error(long now) {
    return error + (long) (DRIFT * Math.max(0, now - at));
  }

  /** Takes over what is known best; before any process reads it. */
  long apply() {
    applied = ahead;
    return applied;
  }

  /** Goes on with what processes already use. */
  void resume(long inUse) {
    applied = inUse;
  }

  /** Comes closer by one step; what processes should use from now on. */
  long adjust() {
    applied += Math.max(-STEP, Math.min(STEP, ahead - applied));
    return applied;
  }

  /** How far times that processes take now can be off; by anything before the first answer. */
  long bound(long now) {
    return measured ? Math.abs(ahead - applied) + error(now) + surprise : Long.MAX_VALUE;
  }
}
