package fencepost.nodes;

import fencepost.trace.LiveCursor;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The records of a process on another node, as far as they have come. One thread takes them from
 * the connection, another one reads them.
 */
public final class RemoteCursor extends LiveCursor {
  /** So many bytes may wait here, unless they cannot be read before others have come. */
  private static final int WINDOW = 1 << 20;

  /** A piece of the ring; its records, and where the next piece begins. */
  private record Piece(ByteBuffer records, long to) {}

  /** Nothing earlier than the time comes behind the position. */
  private record Heard(long position, long time) {}

  private final RemoteNode node;
  private final int number;
  private final Queue<Piece> pieces = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private volatile long received;
  private volatile Heard heard = new Heard(0, 0);
  private volatile boolean lost;
  private volatile boolean ended;
  private final AtomicLong allowed = new AtomicLong(WINDOW);

  // Of the reader alone.
  private Piece piece = new Piece(ByteBuffer.allocate(0), 0);
  private int offset;
  private long before;
  private long announced;

  RemoteCursor(RemoteNode node, int number) {
    this.node = node;
    this.number = number;
  }

  // ---- the thread of the connection ----

  /** Takes what comes next; what has come before, over a connection that was lost, is dropped. */
  void take(long from, long to, ByteBuffer records) {
    if (from != received) {
      return;
    }
    waiting.addAndGet(records.capacity());
    pieces.add(new Piece(records, to));
    received = to;
    ended = endWith(records);
  }

  void heard(long position, long time, boolean hasLost) {
    heard = new Heard(position, time);
    lost = lost || hasLost;
  }

  /** Whether the process has said that nothing follows. */
  boolean hasEnded() {
    return ended;
  }

  int number() {
    return number;
  }

  long received() {
    return received;
  }

  /** Up to where the agent may send. */
  long granted() {
    return received + Math.max(0, allowed.get() - waiting.get());
  }

  // ---- the reader ----

  @Override
  protected ByteBuffer buffer() {
    return piece.records;
  }

  @Override
  protected int offset() {
    return offset;
  }

  @Override
  public long position() {
    return before + offset;
  }

  @Override
  protected long available() {
    if (isCutOff()) {
      return 0;
    }
    while (offset == piece.records.capacity()) {
      Piece next = pieces.poll();
      if (next == null) {
        return 0;
      }
      copy(next.records.duplicate());
      before += offset;
      piece = next;
      offset = 0;
    }
    return (long) piece.records.capacity() - offset;
  }

  @Override
  protected void skip(long bytes) {
    offset += (int) bytes;
    long left = waiting.addAndGet(-bytes);
    announced += bytes;
    if (announced > WINDOW / 4 || left == 0) {
      announced = 0;
      node.grant(this);
    }
  }

  @Override
  public long heardUntil() {
    Heard now = heard;
    boolean isRead = offset == piece.records.capacity() && now.position <= piece.to;
    return isRead ? now.time : 0;
  }

  @Override
  public long backlog() {
    return waiting.get();
  }

  @Override
  public boolean isNearlyFull() {
    return waiting.get() > allowed.get() / 4 * 3;
  }

  @Override
  public void setAside() {
    allowed.addAndGet(WINDOW);
    node.grant(this);
  }

  @Override
  protected int capacity() {
    return WINDOW;
  }

  @Override
  public long bytesAside() {
    return Math.max(0, waiting.get() - WINDOW);
  }

  @Override
  public boolean lostRecords() {
    return lost;
  }

  @Override
  protected long finish() {
    for (Piece next = pieces.poll(); next != null; next = pieces.poll()) {
      copy(next.records.duplicate());
    }
    return 0;
  }
}
