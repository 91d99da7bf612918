package fencepost.merge;

import fencepost.trace.RecordBuffer;
import fencepost.trace.RecordCursor;

/** The records of one made-up process, of which a part has come so far. */
final class ScriptedRecords {
  private long heardUntil;
  private final RecordBuffer records = new RecordBuffer(() -> heardUntil, () -> 0, () -> 0);

  RecordCursor cursor() {
    return records;
  }

  /** A record of a call: which event it is, and its time. */
  ScriptedRecords call(int event, long time) {
    return write(RecordCursor.CALL, event, time);
  }

  ScriptedRecords callWithoutTime(int event) {
    return write(RecordCursor.CALL, event);
  }

  /** A part of a record, with nothing of it. */
  ScriptedRecords damage() {
    return write(RecordCursor.PART);
  }

  /** Another thread is in a call since then. */
  ScriptedRecords calling(long since) {
    return write(RecordCursor.CALLING, since);
  }

  ScriptedRecords end() {
    return write(RecordCursor.END);
  }

  /** What comes later happened later. */
  ScriptedRecords heardUntil(long time) {
    heardUntil = time;
    return this;
  }

  private ScriptedRecords write(int type, long... slots) {
    records.write(type, 0, 0, slots);
    return this;
  }
}
