package fencepost.frontend;

import fencepost.engine.Strand;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Horizon;
import fencepost.frontend.program.Program;
import fencepost.frontend.program.Rank;
import fencepost.trace.AddressSpace;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import fencepost.trace.Sites;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The records of one process, translated as far as they can be. */
final class RankStream {
  private final RecordCursor records;
  private final Program program;
  private final Function<Model, FrontEnd> frontEnds;
  private final AddressSpace code;
  private final Map<Model, Speaker> speakers = new EnumMap<>(Model.class);

  /** The one of the last call. */
  private @Nullable Speaker last;

  private @Nullable Rank rank;
  private String insideCall = "";
  private long heard;
  private boolean ended;
  private final Set<String> erroneous = new LinkedHashSet<>();
  private Horizon horizon = time -> true;

  /** The process as the user of one programming model. */
  private record Speaker(Model model, ApiTable table, FrontEnd.Process process) {}

  RankStream(
      RecordCursor records, Program program, Function<Model, FrontEnd> frontEnds, Sites sites) {
    this.records = records;
    this.program = program;
    this.frontEnds = frontEnds;
    this.code = new AddressSpace(sites);
  }

  /** How far the process may take everything that others did to be known. */
  void seesUntil(Horizon everything) {
    horizon = everything;
  }

  /** Translates up to so many records; returns how many. */
  int advance(int most, List<Strand> ranks) {
    int done = 0;
    while (done < most && records.hasRecord()) {
      if (!translate(ranks)) {
        break;
      }
      records.advance();
      done++;
    }
    return done;
  }

  private boolean translate(List<Strand> ranks) {
    if (records.type() == RecordCursor.PROCESS) {
      introduce(ranks);
      return true;
    }
    if (rank == null) {
      throw new BrokenTraceException("a strand does not begin by saying whose it is");
    }
    switch (records.type()) {
      case RecordCursor.MODULE -> code.load(records.slot(0), records.slot(1), records.text(2));
      case RecordCursor.DATATYPE -> speaker().process.datatype(records);
      case RecordCursor.ACCESS -> rank.access(records);
      case RecordCursor.SHARED -> speaker().process.shared(records);
      case RecordCursor.VALUE -> rank.value(records);
      case RecordCursor.CALL -> {
        // A call before its model is started fails, and means nothing.
        Speaker speaker = speakerIfAny();
        boolean done = speaker == null || call(rank, speaker);
        heard = done ? Math.max(heard, records.slot(ApiTable.TIME)) : heard;
        return done;
      }
      case RecordCursor.END -> ended = true;
      default -> throw new BrokenTraceException("a record of unknown type " + records.type());
    }
    return true;
  }

  private @Nullable Speaker speakerIfAny() {
    if (last == null || last.model != records.model()) {
      last = speakers.get(records.model());
    }
    return last;
  }

  private Speaker speaker() {
    Speaker speaker = speakerIfAny();
    if (speaker == null) {
      throw new BrokenTraceException("a call of a model that was never started");
    }
    return speaker;
  }

  private boolean call(Rank caller, Speaker speaker) {
    ApiTable.Call call = speaker.table.calls().get(records.call());
    long time = records.slot(ApiTable.TIME);
    program.execution().inside(caller.strand, call.name(), caller.site(records));
    if ((records.flags() & RecordCursor.FAILED) != 0) {
      speaker.process.failed(call, records);
      insideCall = "";
      return true;
    }
    if (!caller.canObserve(time) || !apply(call, speaker.process)) {
      return false;
    }
    caller.observe(time);
    boolean leaves = (records.flags() & RecordCursor.LEAVE) != 0;
    insideCall = call.around() && !leaves ? call.name() : "";
    return true;
  }

  /**
   * Has a call translated. One that is in error fails when it returns, or ends the process; if the
   * library has let it pass, it is taken to do nothing, and the report says so.
   */
  private boolean apply(ApiTable.Call call, FrontEnd.Process process) {
    try {
      return process.call(call, records);
    } catch (ErroneousCallException e) {
      if ((records.flags() & RecordCursor.ENTER) == 0) {
        erroneous.add(
            String.format("rank %d called %s in error: %s", rank(), call.name(), e.getMessage()));
      }
      return true;
    } catch (BrokenTraceException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new BrokenTraceException(call.name() + " of rank " + rank() + ": " + e, e);
    }
  }

  /** A process begins, or begins to use another programming model. */
  private void introduce(List<Strand> ranks) {
    int number = (int) records.slot(0);
    int size = (int) records.slot(1);
    if (number < 0 || number >= size) {
      throw new BrokenTraceException("rank " + number + " of " + size);
    }
    while (ranks.size() < size) {
      ranks.add(program.execution().strand(ranks.size()));
    }
    if (rank == null) {
      rank = new Rank(program, ranks.get(number), code, horizon);
    }
    if (rank.number != number) {
      throw new BrokenTraceException("rank " + rank.number + " says that it is rank " + number);
    }
    FrontEnd frontEnd = frontEnds.apply(records.model());
    FrontEnd.Process process = frontEnd.start(rank, size, records);
    speakers.put(records.model(), new Speaker(records.model(), frontEnd.table(), process));
    last = null;
  }

  /** The time up to which the process's calls have been translated. */
  long heardUntil() {
    if (ended) {
      return Long.MAX_VALUE;
    }
    if (!records.hasRecord()) {
      return Math.max(heard, records.heardUntil());
    }
    return records.type() == RecordCursor.CALL ? records.slot(ApiTable.TIME) : heard;
  }

  boolean ended() {
    return ended;
  }

  /** The rank of the process; -1 while it has not said. */
  int rank() {
    return rank == null ? -1 : rank.number;
  }

  AddressSpace code() {
    return code;
  }

  /** Calls that were in error and went unnoticed; for messages. */
  Set<String> erroneous() {
    return erroneous;
  }

  /** The call that the process was last seen in, if it must wait there; for messages. */
  String waitingIn() {
    return insideCall.isEmpty() ? "" : "rank " + rank() + " was in " + insideCall;
  }
}
