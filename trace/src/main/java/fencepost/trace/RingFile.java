package fencepost.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A ring as bytes, for an agent that passes them on without looking at the records. */
public final class RingFile {
  private final int number;
  private final ByteBuffer ring;
  private final int mask;

  RingFile(int number, ByteBuffer ring) {
    this.number = number;
    this.ring = ring;
    this.mask = (int) ring.getLong(RingCursor.CAPACITY) - 1;
  }

  /**
   * Some whole records.
   *
   * @param to where the next ones begin, among all bytes that were ever written
   */
  public record Piece(ByteBuffer records, long to) {}

  public int number() {
    return number;
  }

  /** Whether the process that writes it lives; one that nobody has asked for its end does not. */
  public boolean hasWriter() {
    Path stat = Path.of("/proc/" + ring.getLong(RingCursor.PID) + "/stat");
    try {
      String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return !line.startsWith(" Z", line.lastIndexOf(')') + 1);
    } catch (IOException e) {
      return false;
    }
  }

  public long written() {
    return (long) RingCursor.LONG.getAcquire(ring, RingCursor.WRITTEN);
  }

  /** Where the reader is. */
  public long released() {
    return ring.getLong(RingCursor.CONSUMED);
  }

  /** The writer may write over what is before. */
  public void release(long position) {
    RingCursor.LONG.setRelease(ring, RingCursor.CONSUMED, position);
  }

  /** About so many bytes of whole records from a position on, which is before the last one. */
  public Piece read(long from, int most) {
    int at = (int) from & mask;
    int length = (int) Math.min(written() - from, mask + 1 - at);
    ByteBuffer written = ring.slice(RingCursor.DATA + at, length).order(ring.order());
    int records = RingCursor.lengthWithoutPadding(written, most);
    boolean isPadded =
        records < length && RecordCursor.typeOf(written.getLong(records)) == RecordCursor.PAD;
    return new Piece(written.slice(0, records), from + (isPadded ? length : records));
  }

  /** Since when a thread is in a call that is not recorded yet, or 0. */
  public long calling() {
    return RingCursor.calling(ring);
  }

  /** Whether the writer had to leave something out. */
  public boolean lostRecords() {
    return ring.getLong(RingCursor.LOST) != 0;
  }
}
