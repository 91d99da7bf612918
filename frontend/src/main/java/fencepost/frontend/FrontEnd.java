package fencepost.frontend;

import fencepost.frontend.program.Rank;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;

/**
 * Translates the calls of one programming model. Calls it has no rule for have no meaning for races
 * and are passed over.
 */
public interface FrontEnd {

  /** The calls of the model. */
  ApiTable table();

  /** A process begins to use the model; the record at hand says with what constants. */
  Process start(Rank rank, int ranks, RecordCursor record);

  /** The calls of one process. */
  interface Process {
    /**
     * Translates the call at hand; false if it must wait for what other processes did, and is to be
     * tried again.
     */
    boolean call(ApiTable.Call call, RecordCursor record);

    /** The call at hand has failed: it has no effect that could outlive it. */
    void failed(ApiTable.Call call, RecordCursor record);

    /** A datatype introduces itself. */
    default void datatype(RecordCursor record) {}

    /** The call at hand has linked the process with those of another world. */
    default void joined(RecordCursor record) {}

    /** Memory of another process is mapped into this one. */
    default void shared(RecordCursor record) {}
  }
}
