package fencepost.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The reading end of a ring in a mapped file; {@code capture/ring.c} is the writing end and draws
 * the file. One acquire of the writer's position serves all records up to it, and room is given
 * back when the reader runs out or has used a good part.
 */
public final class RingCursor extends RecordCursor {
  public static final long MAGIC = 0x3330706563666e65L;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  public static final int CAPACITY = 16;
  public static final int WRITTEN = 128;
  public static final int CONSUMED = 256;
  private static final int LOST = 264;
  private static final int WAITING = 272;
  private static final int CALLING = 384;
  public static final int DATA = 4096;

  private final ByteBuffer ring;
  private final int mask;
  private final @Nullable FileChannel copy;
  private long position;
  private long released;
  private long written;

  private RingCursor(ByteBuffer ring, @Nullable FileChannel copy) {
    this.ring = ring;
    this.mask = (int) ring.getLong(CAPACITY) - 1;
    this.copy = copy;
  }

  /**
   * Opens a ring; null while its writer has not finished setting it up.
   *
   * @param copyTo where to keep all records, or null
   */
  public static @Nullable RingCursor open(Path file, @Nullable Path copyTo) throws IOException {
    if (!Files.exists(file) || Files.size(file) <= DATA) {
      return null;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer ring =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, channel.size())
              .order(ByteOrder.nativeOrder());
      if ((long) LONG.getAcquire(ring, 0) != MAGIC) {
        return null;
      }
      FileChannel copy =
          copyTo == null
              ? null
              : FileChannel.open(copyTo, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      return new RingCursor(ring, copy);
    }
  }

  @Override
  protected ByteBuffer buffer() {
    return ring;
  }

  @Override
  protected int offset() {
    return DATA + ((int) position & mask);
  }

  @Override
  protected long available() {
    if (position == written) {
      release();
      written = (long) LONG.getAcquire(ring, WRITTEN);
    }
    return written - position;
  }

  @Override
  protected void skip(long bytes) {
    position += bytes;
    if (position - released > (mask + 1) / 4) {
      release();
    }
  }

  /** A copy needs no padding. */
  @Override
  protected void skipPadding(long bytes) {
    release();
    position += bytes;
    giveBack();
  }

  private void release() {
    if (position == released) {
      return;
    }
    if (copy != null) {
      copyRecords(copy);
    }
    giveBack();
  }

  private void giveBack() {
    released = position;
    LONG.setRelease(ring, CONSUMED, position);
  }

  private void copyRecords(FileChannel to) {
    try {
      for (long at = released; at < position; ) {
        int from = (int) at & mask;
        int length = (int) Math.min(position - at, mask + 1 - from);
        ByteBuffer piece = ring.slice(DATA + from, length);
        while (piece.hasRemaining()) {
          to.write(piece);
        }
        at += length;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record the trace", e);
    }
  }

  /** The clock is read first: what the writer announces after that is later. */
  @Override
  public long heardUntil() {
    long now = System.nanoTime();
    long calling = (long) LONG.getVolatile(ring, CALLING);
    boolean empty = (long) LONG.getAcquire(ring, WRITTEN) == position;
    return !empty ? 0 : calling == 0 ? now : calling;
  }

  /** How many bytes the writer is ahead. */
  public long backlog() {
    return (long) LONG.getAcquire(ring, WRITTEN) - position;
  }

  /** Whether the writer waits for us, or soon will. */
  public boolean isNearlyFull() {
    return (long) LONG.getAcquire(ring, WRITTEN) - released > 3L * (mask + 1) / 4
        || (long) LONG.getAcquire(ring, WAITING) != 0;
  }

  /** Whether the writer had to leave something out. */
  public boolean lostRecords() {
    return ring.getLong(LOST) != 0;
  }

  @Override
  public void close() {
    release();
    try {
      if (copy != null) {
        copy.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
