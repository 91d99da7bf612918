package fencepost.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** The records of one process, in memory: written at one end and read at the other. */
public final class RecordBuffer extends RecordCursor {
  private final LongSupplier clock;
  private final IntSupplier thread;
  private final IntSupplier strand;
  private ByteBuffer buffer = ByteBuffer.allocate(1 << 14).order(ByteOrder.nativeOrder());
  private Runnable beforeReading = () -> {};
  private int read;
  private int written;
  private int toldStrand;

  /**
   * @param thread the number of the thread that has its turn
   * @param strand the strand that it is at present
   */
  public RecordBuffer(LongSupplier clock, IntSupplier thread, IntSupplier strand) {
    this.clock = clock;
    this.thread = thread;
    this.strand = strand;
  }

  /** Writes a record; {@link RecordCursor} draws its layout. */
  public void write(int type, int flags, int call, long... slots) {
    writeOf(strand.getAsInt(), type, flags, call, slots);
  }

  /** The same for a record of a strand that may not have its turn any more. */
  public void writeOf(int maker, int type, int flags, int call, long... slots) {
    if (maker != toldStrand) {
      toldStrand = maker;
      append(STRAND, 0, 0, maker);
    }
    append(type, flags, call, slots);
  }

  private void append(int type, int flags, int call, long... slots) {
    int bytes = Long.BYTES * (slots.length + 1);
    makeRoom(bytes);
    buffer.putLong(written, header(thread.getAsInt(), slots.length, call, flags, type));
    for (int i = 0; i < slots.length; i++) {
      buffer.putLong(written + Long.BYTES * (i + 1), slots[i]);
    }
    written += bytes;
  }

  /** Code and static data that is loaded at an address. */
  public void module(long base, long size, String path) {
    write(MODULE, 0, 0, moduleSlots(base, size, path));
  }

  /** The slots of a record that says which file of code is loaded where. */
  public static long[] moduleSlots(long base, long size, String path) {
    byte[] text = path.getBytes(StandardCharsets.UTF_8);
    ByteBuffer padded =
        ByteBuffer.allocate((text.length / Long.BYTES + 1) * Long.BYTES)
            .order(ByteOrder.nativeOrder())
            .put(text)
            .rewind();
    long[] slots = new long[2 + padded.capacity() / Long.BYTES];
    slots[0] = base;
    slots[1] = size;
    padded.asLongBuffer().get(slots, 2, slots.length - 2);
    return slots;
  }

  private void makeRoom(int bytes) {
    if (written + bytes <= buffer.capacity()) {
      return;
    }
    int left = written - read;
    int capacity = buffer.capacity();
    while (left + bytes > capacity / 2) {
      capacity *= 2;
    }
    ByteBuffer larger = ByteBuffer.allocate(capacity).order(ByteOrder.nativeOrder());
    larger.put(0, buffer, read, left);
    buffer = larger;
    read = 0;
    written = left;
  }

  /** What is to be done whenever somebody asks for a record. */
  public void beforeReading(Runnable listener) {
    beforeReading = listener;
  }

  /** Bytes that wait to be read. */
  public int backlog() {
    return written - read;
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
    beforeReading.run();
    return (long) written - read;
  }

  @Override
  protected void skip(long bytes) {
    read += (int) bytes;
  }

  @Override
  public long heardUntil() {
    return clock.getAsLong();
  }

  @Override
  public void close() {}
}
