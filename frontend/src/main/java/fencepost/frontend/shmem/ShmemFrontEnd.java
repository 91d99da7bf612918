package fencepost.frontend.shmem;

import fencepost.frontend.FrontEnd;
import fencepost.frontend.program.Program;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;

/** The calls of OpenSHMEM and who knows what they mean. */
public final class ShmemFrontEnd implements FrontEnd {
  private final Program program;
  private final Rules<ShmemProcess> rules = new Rules<>(Model.SHMEM.table());

  public ShmemFrontEnd(Program program) {
    this.program = program;
  }

  @Override
  public ApiTable table() {
    return rules.table();
  }

  @Override
  public Process start(Rank rank, int ranks, RecordCursor record) {
    return new ShmemProcess(this, rank);
  }

  boolean apply(ShmemProcess process, ApiTable.Call call, RecordCursor record) {
    return rules.apply(process, call, record);
  }

  Program program() {
    return program;
  }
}
