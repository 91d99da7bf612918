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
import org.jspecify.annotations.Nullable;

/**
 * The reading end of a ring in a mapped file; {@code capture/ring.c} is the writing end and draws
 * the file. One acquire of the writer's position serves all records up to it, and room is given
 * back when the reader runs out or has used a good part.
 */
public final class RingCursor extends LiveCursor {
  public static final long MAGIC = 0x3830706563666e65L;
  static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  static final int PID = 8;
  public static final int CAPACITY = 16;
  public static final int WRITTEN = 128;
  public static final int CONSUMED = 256;
  static final int LOST = 264;
  private static final int WAITING = 272;
  private static final int CALLERS = 384;
  private static final int CALLING = 512;
  public static final int DATA = 4096;

  private final ByteBuffer ring;
  private final int mask;
  private long position;
  private long released;
  private long written;

  /** What was taken out of the ring before its turn, from the present position on. */
  private final ArrayDeque<ByteBuffer> aside = new ArrayDeque<>();

  /** Where the first of these pieces starts. */
  private long asideFrom;

  private RingCursor(ByteBuffer ring) {
    this.ring = ring;
    this.mask = (int) ring.getLong(CAPACITY) - 1;
  }

  /**
   * Opens a ring; null while its writer has not finished setting it up.
   *
   * @param copyTo where to keep all records, or null
   */
  public static @Nullable RingCursor open(Path file, @Nullable Path copyTo) throws IOException {
    ByteBuffer ring = map(file);
    if (ring == null) {
      return null;
    }
    RingCursor cursor = new RingCursor(ring);
    if (copyTo != null) {
      cursor.copyTo(copyTo);
    }
    return cursor;
  }

  /** The file in memory; null while its writer has not finished setting it up. */
  static @Nullable ByteBuffer map(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) <= DATA) {
      return null;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer ring =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, channel.size())
              .order(ByteOrder.nativeOrder());
      return (long) LONG.getAcquire(ring, 0) == MAGIC ? ring : null;
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
    if (isCutOff()) {
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

  @Override
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
    int records = lengthWithoutPadding(piece, piece.capacity());
    if (records > 0) {
      ByteBuffer kept = ByteBuffer.allocate(records).order(piece.order());
      kept.put(0, piece, 0, records);
      copy(kept.duplicate());
      if (aside.isEmpty()) {
        asideFrom = released;
        position = released;
      }
      aside.add(kept);
    }
    released += piece.capacity();
  }

  /** Of the records at the beginning of the piece, the first ones, about so many bytes of them. */
  static int lengthWithoutPadding(ByteBuffer piece, int most) {
    int at = 0;
    while (at < Math.min(most, piece.capacity()) && typeOf(piece.getLong(at)) != PAD) {
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
    copyRecords();
    giveBack();
  }

  private void giveBack() {
    released = position;
    LONG.setRelease(ring, CONSUMED, position);
  }

  private void copyRecords() {
    for (long at = released; at < position; ) {
      int from = (int) at & mask;
      int length = (int) Math.min(position - at, mask + 1 - from);
      copy(ring.slice(DATA + from, length));
      at += length;
    }
  }

  /** The process that writes the ring. */
  long writer() {
    return ring.getLong(PID);
  }

  /** The clock is read first: what the writer announces after that is later. */
  @Override
  public long heardUntil() {
    long now = System.nanoTime();
    long calling = calling();
    boolean empty = (long) LONG.getAcquire(ring, WRITTEN) == position && aside.isEmpty();
    return !empty ? 0 : calling == 0 ? now : calling;
  }

  private long calling() {
    return calling(ring);
  }

  /** Since when a thread is in a call that is not recorded yet, or 0. */
  static long calling(ByteBuffer ring) {
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

  @Override
  public long backlog() {
    long read = aside.isEmpty() ? position : released;
    return (long) LONG.getAcquire(ring, WRITTEN) - read + bytesAside();
  }

  @Override
  public boolean isNearlyFull() {
    return (long) LONG.getAcquire(ring, WRITTEN) - released > 3L * (mask + 1) / 4
        || (long) LONG.getAcquire(ring, WAITING) != 0;
  }

  @Override
  protected int capacity() {
    return mask + 1;
  }

  @Override
  public boolean lostRecords() {
    return ring.getLong(LOST) != 0;
  }

  @Override
  public long bytesAside() {
    return aside.stream().mapToLong(ByteBuffer::capacity).sum();
  }

  /** A copy gets the rest as well. */
  @Override
  protected long finish() {
    setAside();
    return calling();
  }
}
