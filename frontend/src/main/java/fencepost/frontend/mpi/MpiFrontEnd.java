package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.atomic.Cells;
import fencepost.frontend.mpi.Window.Exposure;
import fencepost.trace.AddressSpace;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The calls of MPI and who knows what they mean. */
public final class MpiFrontEnd implements FrontEnd {
  private final Execution execution;
  private final ApiTable table;
  private final @Nullable Rule[] rules;
  private final Cells cells = new Cells();
  private final List<MemoryAt> exposed = new ArrayList<>();
  private @Nullable Communicator world;
  private long nextTicket = 1;

  /**
   * What a call means. Called for its entry and its return, or once for a call that is recorded
   * once.
   */
  interface Rule {
    /** False if the call must wait for others; nothing may have been said of it then. */
    boolean apply(MpiProcess process, RecordCursor record, boolean returns);
  }

  private record MemoryAt(int rank, MemoryObject object) {}

  public MpiFrontEnd(Execution execution, ApiTable table) {
    this.execution = execution;
    this.table = table;
    this.rules = new Rule[table.calls().size()];
    new Communicators(this).addRules();
    new Collectives(this).addRules();
    new Messages(this).addRules();
    new Requests(this).addRules();
    new Windows(this).addRules();
    new RemoteAccess(this).addRules();
    new ActiveTarget(this).addRules();
    new PassiveTarget(this).addRules();
  }

  @Override
  public Process start(
      Strand strand, int ranks, AddressSpace code, Horizon horizon, RecordCursor record) {
    if (world == null) {
      world = new Communicator(MpiProcess.everyRank(ranks));
    }
    Constants constants = new Constants(table, record);
    return new MpiProcess(this, execution, strand, code, horizon, constants, world);
  }

  @Override
  public void end() {}

  @Override
  public MemoryNames names() {
    return (rank, address) ->
        exposed.stream()
            .filter(memory -> memory.rank == rank)
            .map(MemoryAt::object)
            .filter(object -> address >= object.base() && address - object.base() < object.size())
            .toList();
  }

  // ---- for the rules ----

  void rule(String call, Rule rule) {
    rules[table.call(call).id()] = rule;
  }

  boolean handle(MpiProcess process, ApiTable.Call call, RecordCursor record) {
    Rule rule = rules[call.id()];
    boolean returns = !call.around() || (record.flags() & RecordCursor.LEAVE) != 0;
    return rule == null || rule.apply(process, record, returns);
  }

  ApiTable table() {
    return table;
  }

  Cells cells() {
    return cells;
  }

  Communicator world() {
    return Objects.requireNonNull(world);
  }

  Execution execution() {
    return execution;
  }

  /** Remembers what memory is exposed where, so that reports can name it. */
  void exposed(int rank, Exposure exposure) {
    MemoryObject object =
        new MemoryObject(exposure.call(), exposure.site(), exposure.base(), exposure.size());
    MemoryAt memory = new MemoryAt(rank, object);
    if (!exposed.contains(memory)) {
      exposed.add(memory);
    }
  }

  /** Whether every lock that was held before this ticket was taken has been accounted for. */
  boolean isNext(long ticket) {
    return ticket == nextTicket;
  }

  void ticketDone() {
    nextTicket++;
  }

  void awaitIfAny(Strand strand, @Nullable Signal signal) {
    if (signal != null) {
      execution.await(strand, signal);
    }
  }
}
