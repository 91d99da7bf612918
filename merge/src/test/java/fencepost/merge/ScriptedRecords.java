package fencepost.merge;

import fencepost.trace.RecordCursor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The records of one made-up process, of which a part has come so far. */
final class ScriptedRecords extends RecordCursor {
  private static final int ROOM = 1 << 16;

  private final ByteBuffer buffer = ByteBuffer.allocate(ROOM).order(ByteOrder.nativeOrder());
  private int read;
  private int written;
  private long heardUntil;

  /** A record of a call: which event it is, and its time. */
  ScriptedRecords call(int event, long time) {
    return write(CALL, event, time);
  }

  ScriptedRecords callWithoutTime(int event) {
    return write(CALL, event);
  }

  /** A record without a length. */
  ScriptedRecords damage() {
    written += Long.BYTES;
    return this;
  }

  /** Another thread is in a call since then. */
  ScriptedRecords calling(long since) {
    return write(CALLING, since);
  }

  ScriptedRecords end() {
    return write(END);
  }

  /** What comes later happened later. */
  ScriptedRecords heardUntil(long time) {
    heardUntil = time;
    return this;
  }

  private ScriptedRecords write(int type, long... slots) {
    buffer.putLong(written, header(0, slots.length, 0, 0, type));
    for (int i = 0; i < slots.length; i++) {
      buffer.putLong(written + Long.BYTES * (i + 1), slots[i]);
    }
    written += Long.BYTES * (slots.length + 1);
    return this;
  }

  @Override
  protected ByteBuffer buffer() {
    return buffer;
  }

  @Override
  protected int offset() {
    return read;
  }

  @Override
  protected long available() {
    return (long) written - read;
  }

  @Override
  protected void skip(long bytes) {
    read += (int) bytes;
  }

  @Override
  public long heardUntil() {
    return heardUntil;
  }

  @Override
  public void close() {}
}
