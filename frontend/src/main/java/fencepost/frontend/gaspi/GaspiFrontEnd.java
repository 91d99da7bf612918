package fencepost.frontend.gaspi;

import fencepost.frontend.FrontEnd;
import fencepost.frontend.program.Program;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;

/** The calls of GASPI and who knows what they mean. */
public final class GaspiFrontEnd implements FrontEnd {
  private final Program program;
  private final Rules<GaspiProcess> rules = new Rules<>(Model.GASPI.table());

  public GaspiFrontEnd(Program program) {
    this.program = program;
  }

  @Override
  public ApiTable table() {
    return rules.table();
  }

  @Override
  public Process start(Rank rank, int ranks, RecordCursor record) {
    return new GaspiProcess(this, rank);
  }

  boolean apply(GaspiProcess process, ApiTable.Call call, RecordCursor record) {
    return rules.apply(process, call, record);
  }

  Program program() {
    return program;
  }
}
