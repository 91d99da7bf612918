package fencepost.frontend;

import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Program;
import fencepost.frontend.program.Rank;
import fencepost.merge.Horizon;
import fencepost.merge.Merge;
import fencepost.trace.AddressSpace;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import fencepost.trace.Sites;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates the records of one process. */
final class RankListener implements Merge.Listener {
  private final Runnable whenMet;
  private final Program program;
  private final Function<Model, FrontEnd> frontEnds;
  private final AddressSpace code;
  private final Horizon horizon;
  private final Map<Model, Speaker> speakers = new EnumMap<>(Model.class);

  /** The one of the last call. */
  private @Nullable Speaker last;

  private @Nullable Rank rank;
  private @Nullable Timelines timelines;
  private String insideCall = "";
  private String lastCall = "its first call";
  private boolean alone;

  /** Whether the call at hand has been translated, and only its values wait. */
  private boolean applied;

  private final Set<String> erroneous = new LinkedHashSet<>();

  /** The process as the user of one programming model. */
  private record Speaker(Model model, ApiTable table, FrontEnd.Process process) {}

  /**
   * @param whenMet is run when there are processes that nobody has told of before
   */
  RankListener(
      Runnable whenMet,
      Program program,
      Function<Model, FrontEnd> frontEnds,
      Sites sites,
      Horizon horizon) {
    this.whenMet = whenMet;
    this.program = program;
    this.frontEnds = frontEnds;
    this.code = new AddressSpace(sites);
    this.horizon = horizon;
  }

  /** Whatever goes wrong is damage: the records are not what the capture library writes. */
  @Override
  public boolean hear(RecordCursor record) {
    try {
      return translate(record);
    } catch (BrokenTraceException e) {
      throw e;
    } catch (ErroneousCallException | IllegalArgumentException e) {
      throw new BrokenTraceException(what(record) + ": " + e.getMessage());
    } catch (RuntimeException e) {
      throw new BrokenTraceException(what(record) + " has values that cannot be", e);
    }
  }

  private String what(RecordCursor record) {
    return record.type() == RecordCursor.CALL ? lastCall : "a record of type " + record.type();
  }

  private boolean translate(RecordCursor record) {
    if (record.type() == RecordCursor.PROCESS) {
      introduce(record);
      return true;
    }
    if (rank == null) {
      throw new BrokenTraceException("a strand does not begin by saying whose it is");
    }
    switch (record.type()) {
      case RecordCursor.MODULE -> code.load(record.slot(0), record.slot(1), record.text(2));
      case RecordCursor.PATH -> code.path(record);
      case RecordCursor.DATATYPE -> speaker(record).process.datatype(record);
      case RecordCursor.STRAND -> rank.strands().become(record.slot(0));
      case RecordCursor.SYNC -> {
        String construct = rank.strands().synchronise(record, rank.site(record));
        Objects.requireNonNull(timelines).construct(construct, rank.strand());
      }
      case RecordCursor.STEP -> {
        return program.sharedAtomics().step(rank, record);
      }
      case RecordCursor.ACCESS -> rank.access(record);
      case RecordCursor.SHARED -> speaker(record).process.shared(record);
      case RecordCursor.VALUE -> rank.value(record);
      case RecordCursor.JOINED -> joined(record);
      case RecordCursor.CALL -> {
        // A call before its model is started fails, and means nothing.
        Speaker speaker = speakerIfAny(record);
        return speaker == null || call(rank, speaker, record);
      }
      case RecordCursor.END -> insideCall = "";
      default -> throw new BrokenTraceException("a record of unknown type " + record.type());
    }
    return true;
  }

  private @Nullable Speaker speakerIfAny(RecordCursor record) {
    if (last == null || last.model != record.model()) {
      last = speakers.get(record.model());
    }
    return last;
  }

  private Speaker speaker(RecordCursor record) {
    Speaker speaker = speakerIfAny(record);
    if (speaker == null) {
      throw new BrokenTraceException("a call of a model that was never started");
    }
    return speaker;
  }

  private boolean call(Rank caller, Speaker speaker, RecordCursor record) {
    if (record.call() >= speaker.table.calls().size()) {
      throw new BrokenTraceException("a call of unknown number " + record.call());
    }
    ApiTable.Call call = speaker.table.calls().get(record.call());
    lastCall = call.name();
    program.execution().inside(caller.strand(), lastCall, caller.site(record));
    if ((record.flags() & RecordCursor.FAILED) != 0) {
      speaker.process.failed(call, record);
      insideCall = "";
      return true;
    }
    // The call itself never waits for the values that came with it: others may need what it tells.
    applied = applied || apply(call, speaker.process, record);
    if (!applied || !caller.canObserve(record)) {
      return false;
    }
    applied = false;
    caller.observe(record);
    boolean leaves = (record.flags() & RecordCursor.LEAVE) != 0;
    if (timelines != null && (leaves || call.recorded() == ApiTable.Recorded.WAITS)) {
      timelines.call(lastCall, caller.ended(record), caller.strand());
    }
    insideCall = call.around() && !leaves ? call.name() : "";
    return true;
  }

  /**
   * Has a call translated. One that is in error fails when it returns, or ends the process; if the
   * library has let it pass, it is taken to do nothing, and the report says so.
   */
  private boolean apply(ApiTable.Call call, FrontEnd.Process process, RecordCursor record) {
    try {
      return process.call(call, record);
    } catch (ErroneousCallException e) {
      if ((record.flags() & RecordCursor.ENTER) == 0) {
        erroneous.add(
            String.format("rank %d called %s in error: %s", rank(), call.name(), e.getMessage()));
      }
      return true;
    }
  }

  /** A process begins, or begins to use a programming model. */
  private void introduce(RecordCursor record) {
    long name = record.slot(0);
    long size = record.slot(1);
    if (rank == null) {
      rank = new Rank(program, program.processes().introduce(name, size), code, horizon);
      timelines = new Timelines(rank.number);
      whenMet.run();
    }
    if (rank.number != program.processes().number(name)) {
      throw new BrokenTraceException("rank " + rank.number + " says that it is another one");
    }
    if ((record.flags() & RecordCursor.NO_MODEL) != 0) {
      return; // it has threads; a model may come later
    }
    FrontEnd frontEnd = frontEnds.apply(record.model());
    FrontEnd.Process process = frontEnd.start(rank, (int) size, record);
    speakers.put(record.model(), new Speaker(record.model(), frontEnd.table(), process));
    last = null;
  }

  /** Processes of another world have joined, of whom all members of a communicator are told. */
  private void joined(RecordCursor record) {
    alone = record.flags() == RecordCursor.NOBODY;
    int first = 2 + (int) record.slot(1);
    for (int i = first; i < record.slots(); i++) {
      program.processes().meet(record.slot(i));
    }
    whenMet.run();
    speaker(record).process.joined(record);
  }

  /** The number of the process; -1 while it has not said. */
  @Override
  public int rank() {
    return rank == null ? -1 : rank.number;
  }

  /** When each of its strands synchronised. */
  Collection<Timeline> timelines() {
    return timelines == null ? List.of() : timelines.all();
  }

  AddressSpace code() {
    return code;
  }

  /** Calls that were in error and went unnoticed; for messages. */
  Set<String> erroneous() {
    return erroneous;
  }

  /** The call that the process was last seen in, if it has not returned; for messages. */
  String insideCall() {
    return insideCall;
  }

  /** Whether that call has brought in processes that do not record. */
  boolean isAlone() {
    return alone;
  }

  /** The call that was offered last; for messages. */
  String lastCall() {
    return lastCall;
  }
}
