package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
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
  private final GroupRegistry groups = new GroupRegistry();

  public GaspiFrontEnd(Program program) {
    this.program = program;
    GaspiCollectiveRules collectives = new GaspiCollectiveRules(this);
    Segments segments = new Segments(this, collectives);
    Notifications notifications = new Notifications(this);
    collectives.addRules();
    segments.addRules();
    notifications.addRules();
    new Queues(this).addRules();
    new GaspiAccessRules(this, segments, notifications).addRules();
    new GaspiAtomicRules(this, segments).addRules();
    new PassiveMessages(this, segments).addRules();
    rules.requireAll();
  }

  @Override
  public ApiTable table() {
    return rules.table();
  }

  @Override
  public Process start(Rank rank, int ranks, RecordCursor record) {
    return new GaspiProcess(this, rank, groups.everyone(ranks));
  }

  // ---- for the rules ----

  void rule(String word, Rules.RuleMaker<GaspiProcess> maker) {
    rules.add(word, maker);
  }

  boolean apply(GaspiProcess process, ApiTable.Call call, RecordCursor record) {
    return rules.apply(process, call, record);
  }

  Program program() {
    return program;
  }

  Execution execution() {
    return program.execution();
  }

  GroupRegistry groups() {
    return groups;
  }
}
