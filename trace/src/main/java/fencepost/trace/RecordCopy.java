package fencepost.trace;

import java.nio.ByteBuffer;

/** A single record that stays when the cursor that read it has moved on. */
final class RecordCopy extends RecordCursor {
  private final ByteBuffer record;

  RecordCopy(ByteBuffer buffer, int offset, int bytes) {
    record = ByteBuffer.allocate(bytes).order(buffer.order());
    record.put(0, buffer, offset, bytes);
    hasRecord();
  }

  @Override
  protected ByteBuffer buffer() {
    return record;
  }

  @Override
  protected int offset() {
    return 0;
  }

  @Override
  protected long available() {
    return record.capacity();
  }

  @Override
  protected void skip(long bytes) {
    throw new IllegalStateException("there is only one record");
  }

  @Override
  public long heardUntil() {
    return 0;
  }

  @Override
  public void close() {}
}
