package fencepost.frontend.mpi;

import org.jspecify.annotations.Nullable;

/**
 * What a process receives on a communicator, in its order: which of the messages could have changed
 * places without the process seeing a difference.
 *
 * <p>Those are messages with the same contents that come one after the other, each received by a
 * blocking call from anybody with the same tag and without a status, while no other receive is
 * posted. A message of one sender does not overtake another one (MPI 4.1, 3.5): of such a row, each
 * sender's messages come in their order, and whatever else it sent comes before or after the row.
 */
final class Inbox {
  private int posted;
  private int tag;
  private long contents;
  private @Nullable Object row;

  /** A receive is posted that is not complete. */
  void post() {
    posted++;
  }

  void complete() {
    posted--;
  }

  /** A message has come that is not like others. */
  void endRow() {
    row = null;
  }

  /**
   * A message has come of which the process knows only what is in it; null if others may not take
   * its place, as the receive is not the only one.
   */
  @Nullable Object rowOf(int ofTag, long ofContents) {
    if (posted > 1) {
      row = null;
    } else if (row == null || tag != ofTag || contents != ofContents) {
      tag = ofTag;
      contents = ofContents;
      row = new Object();
    }
    return row;
  }
}
