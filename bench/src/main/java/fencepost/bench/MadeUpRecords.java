package fencepost.bench;

import fencepost.trace.RecordCursor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Records of a made-up process that are made while they are read, so that no file is needed. */
final class MadeUpRecords extends RecordCursor {
  private static final int SMALL = 1 << 12;

  private final TraceWriter writer;
  private final BooleanSupplier next;
  private ByteBuffer records = ByteBuffer.allocate(0);
  private int position;
  private boolean over;

  /**
   * Of a process that is begun with the writer.
   *
   * @param process returns what writes more, and says whether there is still more
   */
  MadeUpRecords(Function<TraceWriter, BooleanSupplier> process) {
    writer = TraceWriter.to(this::add, ByteBuffer.allocate(SMALL));
    next = process.apply(writer);
  }

  private void add(ByteBuffer more) {
    ByteBuffer all =
        ByteBuffer.allocate(records.capacity() - position + more.remaining())
            .order(ByteOrder.nativeOrder());
    records = all.put(records.position(position)).put(more);
    position = 0;
  }

  @Override
  protected ByteBuffer buffer() {
    return records;
  }

  @Override
  protected int offset() {
    return position;
  }

  @Override
  protected long available() {
    while (position == records.capacity() && !over) {
      over = !next.getAsBoolean();
      writer.flush();
    }
    return (long) records.capacity() - position;
  }

  @Override
  protected void skip(long bytes) {
    position += (int) bytes;
  }

  @Override
  public long heardUntil() {
    return Long.MAX_VALUE;
  }

  @Override
  public void close() {}
}
