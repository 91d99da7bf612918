package fencepost.trace;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The reading end of a ring in a mapped file; {@code capture/ring.c} is the writing end and draws
 * the file. One acquire of the writer's position serves all records up to it, and room is given
 * back when the reader runs out or has used a good part.
 */
public final class RingCursor extends RecordCursor {
  public static final long MAGIC = 0x3630706563666e65L;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int PID = 8;
  public static final int CAPACITY = 16;
  public static final int WRITTEN = 128;
  public static final int CONSUMED = 256;
  private static final int LOST = 264;
  private static final int WAITING = 272;
  private static final int CALLERS = 384;
  private static final int CALLING = 512;
  public static final int DATA = 4096;

  private final ByteBuffer ring;
  private final int mask;
  private final @Nullable StrandFile copy;
  private long position;
  private long released;
  private long written;

  /** What was taken out of the ring before its turn, from the present position on. */
  private final ArrayDeque<ByteBuffer> aside = new ArrayDeque<>();

  /** Where the first of these pieces starts. */
  private long asideFrom;

  /** Set by another thread, read before each record: whether no more of them are taken. */
  private final AtomicBoolean cutOff = new AtomicBoolean();

  private RingCursor(ByteBuffer ring, @Nullable StrandFile copy) {
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
      return new RingCursor(ring, copyTo == null ? null : new StrandFile(copyTo));
    }
  }

  @Override
  protected ByteBuffer buffer() {
    return aside.isEmpty() ? ring : aside.element();
  }

  @Override
  protected int offset() {
    return aside.isEmpty() ? DATA + ((int) position & mask) : (int) (position - asideFrom);
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  protected long available() {
    if (cutOff.getOpaque()) {
      return 0;
    }
    if (!aside.isEmpty()) {
      return asideFrom + aside.element().capacity() - position;
    }
    if (position == written) {
      release();
      written = (long) LONG.getAcquire(ring, WRITTEN);
    }
    return written - position;
  }

  @Override
  protected void skip(long bytes) {
    position += bytes;
    if (!aside.isEmpty()) {
      leavePiece();
    } else if (position - released > (mask + 1) / 4) {
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

  // ---- a ring that is emptied before its turn ----

  /**
   * Takes everything that is written into memory, so that the writer need not wait although its
   * records cannot be read yet. Nothing is left out, and they are read in their order.
   */
  public void setAside() {
    written = (long) LONG.getAcquire(ring, WRITTEN);
    release();
    while (released < written) {
      int from = (int) released & mask;
      int length = (int) Math.min(written - released, mask + 1 - from);
      setAside(ring.slice(DATA + from, length).order(ring.order()));
    }
    if (aside.isEmpty()) {
      position = released;
    }
    LONG.setRelease(ring, CONSUMED, released);
  }

  /** Keeps the records of a piece; padding fills the ring up to its end, so nothing follows it. */
  private void setAside(ByteBuffer piece) {
    int records = lengthWithoutPadding(piece);
    if (records > 0) {
      ByteBuffer kept = ByteBuffer.allocate(records).order(piece.order());
      kept.put(0, piece, 0, records);
      if (copy != null) {
        copy.write(kept.duplicate());
      }
      if (aside.isEmpty()) {
        asideFrom = released;
        position = released;
      }
      aside.add(kept);
    }
    released += piece.capacity();
  }

  private static int lengthWithoutPadding(ByteBuffer piece) {
    int at = 0;
    while (at < piece.capacity() && typeOf(piece.getLong(at)) != PAD) {
      long bytes = bytesOf(piece.getLong(at));
      if (bytes == 0 || bytes > piece.capacity() - at) {
        throw new BrokenTraceException("a record of " + bytes + " bytes in a ring");
      }
      at += (int) bytes;
    }
    return at;
  }

  /** Goes on with the next piece, or with the ring, if the piece has been read. */
  private void leavePiece() {
    if (position < asideFrom + aside.element().capacity()) {
      return;
    }
    aside.remove();
    if (aside.isEmpty()) {
      position = released;
    } else {
      asideFrom = position;
    }
  }

  // ---- giving room back ----

  private void release() {
    if (position == released || !aside.isEmpty()) {
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

  private void copyRecords(StrandFile to) {
    for (long at = released; at < position; ) {
      int from = (int) at & mask;
      int length = (int) Math.min(position - at, mask + 1 - from);
      to.write(ring.slice(DATA + from, length));
      at += length;
    }
  }

  /** Whatever is in the ring or still comes is left there. May be called by any thread. */
  void cutOff() {
    cutOff.set(true);
  }

  /** The process that writes the ring. */
  long writer() {
    return ring.getLong(PID);
  }

  /** Why the copy is not whole; empty if it is, or if there is none. */
  String copyTrouble() {
    return copy == null ? "" : copy.trouble();
  }

  /** The clock is read first: what the writer announces after that is later. */
  @Override
  public long heardUntil() {
    long now = System.nanoTime();
    long calling = calling();
    boolean empty = (long) LONG.getAcquire(ring, WRITTEN) == position && aside.isEmpty();
    return !empty ? 0 : calling == 0 ? now : calling;
  }

  /** Since when a thread is in a call that is not recorded yet, or 0. */
  private long calling() {
    long earliest = 0;
    long callers = Math.min((long) LONG.getVolatile(ring, CALLERS), (DATA - CALLING) / Long.BYTES);
    for (int i = 0; i < callers; i++) {
      long since = (long) LONG.getVolatile(ring, CALLING + i * Long.BYTES);
      if (since != 0 && (earliest == 0 || since < earliest)) {
        earliest = since;
      }
    }
    return earliest;
  }

  /** How many bytes the writer is ahead. */
  public long backlog() {
    long read = aside.isEmpty() ? position : released;
    return (long) LONG.getAcquire(ring, WRITTEN) - read + bytesAside();
  }

  /** Whether the writer waits for us, or soon will. */
  public boolean isNearlyFull() {
    return (long) LONG.getAcquire(ring, WRITTEN) - released > 3L * (mask + 1) / 4
        || (long) LONG.getAcquire(ring, WAITING) != 0;
  }

  /** How many bytes the ring holds. */
  int capacity() {
    return mask + 1;
  }

  /** Whether the writer had to leave something out. */
  public boolean lostRecords() {
    return ring.getLong(LOST) != 0;
  }

  /** Bytes in memory that have been taken out of the ring and not been read. */
  public long bytesAside() {
    return aside.stream().mapToLong(ByteBuffer::capacity).sum();
  }

  /** A copy gets the rest as well, and whether the writer was in a call that is not recorded. */
  private void finish(StrandFile to) {
    setAside();
    long calling = calling();
    if (calling != 0) {
      ByteBuffer record = ByteBuffer.allocate(2 * Long.BYTES).order(ring.order());
      record.putLong(header(0, 1, 0, 0, RecordCursor.CALLING)).putLong(calling);
      to.write(record.flip());
    }
  }

  @Override
  public void close() {
    if (copy != null) {
      try {
        finish(copy);
      } catch (RuntimeException | OutOfMemoryError e) {
        copy.stop("the end of it is missing: " + e.getMessage());
      }
      copy.close();
    }
  }
}
