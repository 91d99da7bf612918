package fencepost.frontend.shmem;

import fencepost.frontend.FrontEnd;
import fencepost.frontend.program.Rank;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;

/** One process, and what it has under way. */
final class ShmemProcess implements FrontEnd.Process {
  final Rank rank;
  private final ShmemFrontEnd frontEnd;

  ShmemProcess(ShmemFrontEnd frontEnd, Rank rank) {
    this.frontEnd = frontEnd;
    this.rank = rank;
  }

  @Override
  public boolean call(ApiTable.Call call, RecordCursor record) {
    return frontEnd.apply(this, call, record);
  }

  @Override
  public void failed(ApiTable.Call call, RecordCursor record) {}
}
