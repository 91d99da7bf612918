package fencepost.frontend;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * When a strand of a process was in calls or constructs that may wait for others: some hundred
 * moments of it, however long the run. When there are too many, every other one is dropped.
 */
public final class Timeline implements Serializable {
  private static final int MOST = 512;

  public final int rank;

  /** The number of the strand within its process: 0 is the first one. */
  public final int thread;

  public final int strand;
  private final List<Mark> marks = new ArrayList<>();
  private int every = 1;
  private int skipped;

  /**
   * The return from a call.
   *
   * @param time of the clock that all processes share, in nanoseconds
   * @param moment the strand's own time, as effects know it
   */
  public record Mark(String call, long time, long moment) implements Serializable {}

  Timeline(int rank, int thread, int strand) {
    this.rank = rank;
    this.thread = thread;
    this.strand = strand;
  }

  void mark(String call, long time, long moment) {
    if (time <= 0 || ++skipped < every) {
      return; // the call that starts the recording has no time yet
    }
    skipped = 0;
    if (marks.size() == MOST) {
      for (int i = 0; i < MOST / 2; i++) {
        marks.set(i, marks.get(2 * i + 1));
      }
      marks.subList(MOST / 2, MOST).clear();
      every *= 2;
    }
    marks.add(new Mark(call, time, moment));
  }

  public List<Mark> marks() {
    return marks;
  }

  /** About when the strand was at a moment of its own time; -1 if that is not known. */
  public long timeOf(long moment) {
    Mark before = null;
    for (Mark mark : marks) {
      if (mark.moment >= moment) {
        return before == null ? mark.time : (before.time + mark.time) / 2;
      }
      before = mark;
    }
    return before == null ? -1 : before.time;
  }
}
