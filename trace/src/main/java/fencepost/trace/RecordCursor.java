package fencepost.trace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the records of one strand. A record can be looked at until the cursor moves on.
 *
 * <pre>
 *   63    56 55             32 31   28 27   16 15      8 7       0
 *   +--------+-----------------+-------+-------+---------+---------+
 *   | thread | words in record | model | call  |  flags  |  type   |   header
 *   +--------+-----------------+-------+-------+---------+---------+
 *   | slot 0, slot 1, ...                                          |   words - 1 more
 *   +--------------------------------------------------------------+
 * </pre>
 */
public abstract class RecordCursor implements AutoCloseable {
  public static final int PAD = 0;
  public static final int PROCESS = 1;
  public static final int MODULE = 2;
  public static final int DATATYPE = 3;
  public static final int ACCESS = 4;
  public static final int CALL = 5;
  public static final int END = 6;
  public static final int SHARED = 7;
  public static final int VALUE = 8;
  public static final int PART = 9;
  public static final int CALLING = 10;
  public static final int STRAND = 11;
  public static final int SYNC = 12;
  public static final int PATH = 13;
  public static final int JOINED = 14;
  public static final int STEP = 15;

  /** In the name of a process, its world stands above so many bits of its rank. */
  public static final int WORLD_SHIFT = 24;

  public static final int ENTER = 1;
  public static final int LEAVE = 2;
  public static final int FAILED = 4;

  /** Of those that have joined: they do not answer. */
  public static final int NOBODY = 1;

  /** Of a process: it uses no programming model, or not yet. */
  public static final int NO_MODEL = 1;

  /** The record at hand: its header, and where it starts. */
  private long header;

  private ByteBuffer record = ByteBuffer.allocate(0);
  private int start;

  /** What has come of a record that is sent in parts, or null. */
  private @Nullable ByteBuffer parts;

  /** How long that record is. */
  private int whole;

  /** The header of a record with so many slots. */
  public static long header(int thread, int slots, int call, int flags, int type) {
    return (long) thread << 56 | (slots + 1L) << 32 | (long) call << 16 | (long) flags << 8 | type;
  }

  /** A record that says since when its process is in a call that is not recorded. */
  static ByteBuffer calling(long since) {
    return StrandFile.buffer(2 * Long.BYTES)
        .putLong(header(0, 1, 0, 0, CALLING))
        .putLong(since)
        .flip();
  }

  /** The buffer that holds the record at hand. */
  protected abstract ByteBuffer buffer();

  /** Where the record at hand starts in the buffer. */
  protected abstract int offset();

  /** Bytes that can be read from the present position on. */
  protected abstract long available();

  /** Moves the position. */
  protected abstract void skip(long bytes);

  /** Moves the position over what is no record. */
  protected void skipPadding(long bytes) {
    skip(bytes);
  }

  /** Where the record at hand starts among all bytes of the strand; for messages. */
  public long position() {
    return offset();
  }

  /**
   * The time up to which everything has been heard of the strand, if no record is at hand: what
   * comes later happened later.
   */
  public abstract long heardUntil();

  /** Whether a record is at hand; padding is passed over, and parts are put together. */
  public final boolean hasRecord() {
    if (isPutTogether()) {
      return true;
    }
    for (long left = available(); left >= Long.BYTES; left = available()) {
      record = buffer();
      start = offset();
      header = record.getLong(start);
      if (bytes() == 0 || bytes() > left) {
        throw new BrokenTraceException(
            String.format("a record of %d bytes where %d are left", bytes(), left));
      }
      if (type() == PART) {
        if (takePart()) {
          return true;
        }
      } else if (type() == PAD) {
        skipPadding(bytes());
      } else if (parts != null) {
        throw new BrokenTraceException("a record whose other parts are missing");
      } else {
        return true;
      }
    }
    return false;
  }

  /** Whether the record at hand is one that came in parts; the cursor is behind them. */
  private boolean isPutTogether() {
    return parts != null && parts.position() == whole;
  }

  /** Adds the part at hand to those before; whether it was the last one. */
  private boolean takePart() {
    int from = start + Long.BYTES;
    int length = (int) bytes() - Long.BYTES;
    if (length == 0) {
      throw new BrokenTraceException("an empty part of a record");
    }
    if (parts == null) {
      whole = (int) bytesOf(record.getLong(from));
      parts = ByteBuffer.allocate(0).order(record.order());
    }
    if (length > whole - parts.position()) {
      throw new BrokenTraceException("a part of a record that does not fit");
    }
    parts = grown(parts, length).put(record.slice(from, length));
    skip(bytes());
    if (!isPutTogether()) {
      return false;
    }
    record = parts;
    start = 0;
    header = record.getLong(0);
    if (type() == PART || type() == PAD) {
      throw new BrokenTraceException("parts that are no record");
    }
    return true;
  }

  /** A length is believed as far as there are bytes for it. */
  private ByteBuffer grown(ByteBuffer buffer, int by) {
    if (buffer.remaining() >= by) {
      return buffer;
    }
    long capacity =
        Math.min(whole, Math.max(2L * buffer.capacity(), buffer.position() + (long) by));
    return ByteBuffer.allocate((int) capacity).order(buffer.order()).put(buffer.flip());
  }

  /** Lets go of the record at hand. */
  public final void advance() {
    if (isPutTogether()) {
      parts = null;
    } else {
      skip(bytes());
    }
  }

  private long bytes() {
    return bytesOf(header);
  }

  /** The length of a record with the header. */
  static long bytesOf(long header) {
    return words(header) * Long.BYTES;
  }

  static int typeOf(long header) {
    return (int) (header & 0xff);
  }

  private static long words(long header) {
    return header >>> 32 & 0xffffff;
  }

  /** Whether the last of some whole records says that nothing follows. */
  public static boolean endWith(ByteBuffer records) {
    int type = PAD;
    for (int at = 0; at < records.capacity(); ) {
      long header = records.getLong(at);
      type = typeOf(header);
      at += (int) Math.max(Long.BYTES, bytesOf(header));
    }
    return type == END;
  }

  /** The number of the thread that made the record, counted within its process. */
  public final int thread() {
    return (int) (header >>> 56);
  }

  public final int type() {
    return typeOf(header);
  }

  public final int flags() {
    return (int) (header >>> 8 & 0xff);
  }

  /** The number of the call in the table of its programming model. */
  public final int call() {
    return (int) (header >>> 16 & 0xfff);
  }

  /** The programming model that the record belongs to. */
  public final Model model() {
    return Model.at((int) (header >>> 28 & 0xf));
  }

  /** The number of slots. */
  public final int slots() {
    return (int) words(header) - 1;
  }

  public final long slot(int index) {
    if (index < 0 || index >= slots()) {
      throw missing(index);
    }
    return record.getLong(start + Long.BYTES * (index + 1));
  }

  private BrokenTraceException missing(int index) {
    return new BrokenTraceException(
        String.format("word %d of a record that has %d", index + 1L, slots()));
  }

  /** The number of elements of an array whose place is in the slot. */
  public final int length(int slot) {
    int length = (int) slot(slot);
    if (length < 0 || length > slots()) {
      throw new BrokenTraceException(
          String.format("an array of %d in a record of %d words", length, slots()));
    }
    return length;
  }

  public final long element(int slot, int index) {
    return slot((int) (slot(slot) >>> 32) + index);
  }

  /** The text that starts at the slot and ends with the record or a NUL. */
  public final String text(int slot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = start + Long.BYTES * (slot + 1);
    for (int end = start + Long.BYTES * (slots() + 1); at < end && record.get(at) != 0; at++) {
      bytes.write(record.get(at));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The bytes of the record at hand. */
  public final ByteBuffer view() {
    return record.slice(start, (int) bytes()).order(record.order());
  }

  /** The record at hand, to be looked at later. */
  public final RecordCursor copy() {
    return new RecordCopy(record, start, (int) bytes());
  }

  @Override
  public abstract void close();
}
