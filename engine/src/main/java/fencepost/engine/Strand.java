package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.clocks.StrandClock;
import fencepost.model.Point;
import org.jspecify.annotations.Nullable;

/** One sequential thread of control, its clock, and where it is. */
public final class Strand {
  public final int id;
  public final int rank;
  final StrandClock clock;

  private int stretch;

  String call = "start";
  int site = -1;

  /** The last release that was made for an operation, where; null if there were accesses since. */
  private @Nullable Signal signalOfIssue;

  private int siteOfSignal;
  private Point completion = new Point(-1, -1, call, site);

  Strand(int id, int rank) {
    this.id = id;
    this.rank = rank;
    this.clock = new StrandClock(id);
  }

  /** What the strand knows at present. */
  public Clock knowledge() {
    return clock;
  }

  /** The time of what it does at present. */
  public long now() {
    return clock.now();
  }

  /**
   * Counts what other strands of the process may have been told. What the strand does without
   * telling them is complete for all of them or for none.
   */
  public int stretch() {
    return stretch;
  }

  /** Another strand of the process may be told what was done up to here. */
  public void beginStretch() {
    stretch++;
  }

  /** It loads or stores: who is to be ordered after that needs another release. */
  void accesses() {
    signalOfIssue = null;
  }

  /** The last release for an operation, if nothing has happened since but operations here. */
  @Nullable Signal lastSignalOfIssue() {
    Signal last = signalOfIssue;
    boolean isLast = last != null && last.timeOf(id) + 1 == clock.now() && site == siteOfSignal;
    return isLast ? last : null;
  }

  void signalledIssue(Signal signal) {
    signalOfIssue = signal;
    siteOfSignal = site;
  }

  /**
   * A point at which effects are completed: the last one, if nothing has happened since that could
   * tell the two apart.
   */
  Point completionPoint() {
    boolean later = completion.time() + 1 != clock.now() || clock.presentWasTold();
    if (later || completion.site() != site) {
      completion = new Point(id, clock.tick(), call, site, clock.learned());
    }
    return completion;
  }
}
