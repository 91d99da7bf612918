package fencepost.frontend;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.trace.AddressSpace;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import fencepost.trace.Sites;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of one process, translated as far as they can be. */
final class RankStream {
  private final RecordCursor records;
  private final FrontEnd frontEnd;
  private final AddressSpace code;
  private FrontEnd.@Nullable Process process;
  private int rank = -1;
  private long heard;
  private boolean ended;
  private boolean waiting;

  RankStream(RecordCursor records, FrontEnd frontEnd, Sites sites) {
    this.records = records;
    this.frontEnd = frontEnd;
    this.code = new AddressSpace(sites);
  }

  /** Translates up to so many records; returns how many. */
  int advance(int most, Execution execution, List<Strand> ranks, FrontEnd.Horizon horizon) {
    int done = 0;
    waiting = false;
    while (done < most && records.hasRecord()) {
      if (!translate(execution, ranks, horizon)) {
        waiting = true;
        break;
      }
      records.advance();
      done++;
    }
    return done;
  }

  private boolean translate(Execution execution, List<Strand> ranks, FrontEnd.Horizon horizon) {
    if (records.type() == RecordCursor.PROCESS) {
      introduce(execution, ranks, horizon);
      return true;
    }
    if (process == null) {
      throw new BrokenTraceException("a strand does not begin by saying whose it is");
    }
    switch (records.type()) {
      case RecordCursor.MODULE -> code.load(records.slot(0), records.slot(1), records.text(2));
      case RecordCursor.DATATYPE -> process.datatype(records);
      case RecordCursor.ACCESS -> process.access(records);
      case RecordCursor.SHARED -> process.shared(records);
      case RecordCursor.VALUE -> process.value(records);
      case RecordCursor.CALL -> {
        boolean done = process.call(records);
        heard = done ? Math.max(heard, records.slot(ApiTable.TIME)) : heard;
        return done;
      }
      case RecordCursor.END -> ended = true;
      default -> throw new BrokenTraceException("a record of unknown type " + records.type());
    }
    return true;
  }

  private void introduce(Execution execution, List<Strand> ranks, FrontEnd.Horizon horizon) {
    rank = (int) records.slot(0);
    int size = (int) records.slot(1);
    if (rank < 0 || rank >= size) {
      throw new BrokenTraceException("rank " + rank + " of " + size);
    }
    while (ranks.size() < size) {
      ranks.add(execution.strand(ranks.size()));
    }
    process = frontEnd.start(ranks.get(rank), size, code, horizon, records);
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

  /**
   * Whether records are left that cannot be translated because of what other processes did not do.
   */
  boolean isWaiting() {
    return waiting;
  }

  int rank() {
    return rank;
  }

  AddressSpace code() {
    return code;
  }

  String waitingIn() {
    return process == null ? "" : process.waitingIn();
  }
}
