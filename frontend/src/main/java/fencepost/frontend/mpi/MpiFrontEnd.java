package fencepost.frontend.mpi;

import fencepost.engine.Execution;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.Strict;
import fencepost.frontend.mpi.Window.Exposure;
import fencepost.frontend.program.MemoryObject;
import fencepost.frontend.program.Program;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules;
import fencepost.model.AtomicType;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The calls of MPI and who knows what they mean. */
public final class MpiFrontEnd implements FrontEnd {
  private final Program program;
  private final Set<Strict> strict;
  private final Rules<MpiProcess> rules = new Rules<>(Model.MPI.table());
  private final Map<AtomicType, AtomicType> types = new HashMap<>();
  private final Map<Long, Communicator> worlds = new HashMap<>();

  public MpiFrontEnd(Program program, Set<Strict> strict) {
    this.program = program;
    this.strict = strict;
    new Communicators(this).addRules();
    new MpiCollectiveRules(this).addRules();
    new Messages(this).addRules();
    new Partitioned(this).addRules();
    new LocalBuffers(this).addRules();
    new Requests(this).addRules();
    new Windows(this).addRules();
    new MpiAccessRules(this).addRules();
    new ActiveTarget(this).addRules();
    new PassiveTarget(this).addRules();
    rules.requireAll();
  }

  @Override
  public ApiTable table() {
    return rules.table();
  }

  @Override
  public Process start(Rank rank, int ranks, RecordCursor record) {
    Communicator world =
        worlds.computeIfAbsent(
            program.processes().world(rank.number),
            key -> new Communicator(program.processes().worldOf(rank.number)));
    return new MpiProcess(this, rank, new MpiConstants(table(), record), world);
  }

  /** The one of equal types that all processes share. */
  AtomicType shared(AtomicType type) {
    AtomicType known = types.putIfAbsent(type, type);
    return known == null ? type : known;
  }

  // ---- for the rules ----

  void rule(String word, Rules.RuleMaker<MpiProcess> maker) {
    rules.add(word, maker);
  }

  boolean apply(MpiProcess process, ApiTable.Call call, RecordCursor record) {
    return rules.apply(process, call, record);
  }

  boolean is(Strict wanted) {
    return strict.contains(wanted);
  }

  Program program() {
    return program;
  }

  Execution execution() {
    return program.execution();
  }

  /** Remembers what memory is exposed where, so that reports can name it. */
  void exposed(int rank, Exposure exposure) {
    program.exposed(
        rank,
        new MemoryObject(
            "window of " + exposure.call(), exposure.site(), exposure.base(), exposure.size()));
  }
}
