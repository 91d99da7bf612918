package fencepost.trace;

import io.airlift.compress.zstd.ZstdCompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file that keeps the records of one strand. A disk that is full ends the recording, not the
 * analysis: what was written until then can be analysed, and the report says what is missing.
 *
 * <pre>
 *    0  magic, which has the version and the byte order in it
 *    8  checksum (upper half)          | bytes that follow the second word (lower half)     a chunk
 *       number of records (upper half) | their bytes (lower half)
 *       the records, compressed: a frame of zstd
 *       ...
 *       checksum | bytes that follow the second word                the end: nothing was cut off
 *       0
 *       for each chunk: where it begins, and the number of the first record behind it
 *       where the end begins
 * </pre>
 *
 * The checksum is a CRC-32C of the other three numbers, each in four bytes, and of what follows. A
 * chunk is a number of whole records, and does not end between the parts of one.
 */
public final class StrandFile implements AutoCloseable {
  static final long MAGIC = 0x3430646e72747370L; // "pstrnd04"
  static final int HEADER = 2 * Long.BYTES;

  /** A chunk has at least so many bytes of records, but for the last one. */
  private static final int CHUNK = 1 << 16;

  private final Path file;
  private final ZstdCompressor compressor = new ZstdCompressor();
  private @Nullable FileChannel channel;
  private String trouble = "";

  private ByteBuffer chunk = buffer(2 * CHUNK);
  private int records;
  private int lastType = RecordCursor.PAD;
  private long recordsBefore;
  private long position;
  private ByteBuffer index = buffer(1 << 8);

  public StrandFile(Path file) {
    this.file = file;
    try {
      channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
    writeAll(buffer(Long.BYTES).putLong(MAGIC).flip());
  }

  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer withRoom(ByteBuffer buffer, int bytes) {
    return buffer.remaining() >= bytes
        ? buffer
        : buffer(Math.max(2 * buffer.capacity(), buffer.position() + bytes)).put(buffer.flip());
  }

  /** Writes some whole records. */
  public void write(ByteBuffer more) {
    int begin = chunk.position();
    chunk = withRoom(chunk, more.remaining()).put(more);
    for (int at = begin; at < chunk.position(); ) {
      long header = chunk.getLong(at);
      int type = RecordCursor.typeOf(header);
      records += type == RecordCursor.PAD ? 0 : 1;
      lastType = type;
      at += (int) Math.max(Long.BYTES, RecordCursor.bytesOf(header));
      if (at >= CHUNK && !isInTheMiddle()) {
        endChunk(Math.min(at, chunk.position()));
        at = 0;
      }
    }
  }

  /** Whether everything is in the file that was given to it. */
  boolean isWritten() {
    return chunk.position() == 0;
  }

  /** Whether the rest of a record is to come, which may be longer than its ring. */
  boolean isInTheMiddle() {
    return lastType == RecordCursor.PART;
  }

  /** Whether the process has said that nothing follows. */
  boolean hasEnd() {
    return lastType == RecordCursor.END;
  }

  /** What has been written so far becomes a chunk. */
  void endChunk() {
    if (chunk.position() > 0) {
      endChunk(chunk.position());
    }
  }

  /** So many bytes become a chunk. Whoever reads many strands has a chunk of each in memory. */
  private void endChunk(int bytesOfRecords) {
    byte[] plain = new byte[bytesOfRecords];
    chunk.get(0, plain);
    byte[] stored = new byte[compressor.maxCompressedLength(plain.length)];
    int length = compressor.compress(plain, 0, plain.length, stored, 0, stored.length);
    index = withRoom(index, 2 * Long.BYTES);
    index.putLong(position);
    recordsBefore += records;
    index.putLong(recordsBefore);
    ByteBuffer bytes = ByteBuffer.wrap(stored, 0, length);
    writeAll(header(bytes, records, plain.length), bytes);
    chunk.flip().position(bytesOfRecords);
    chunk.compact();
    records = 0;
  }

  /** What the file of a strand with these records holds, if they are written at once. */
  public static ByteBuffer contents(ByteBuffer records) {
    byte[] plain = new byte[records.remaining()];
    records.duplicate().get(plain);
    ZstdCompressor compressor = new ZstdCompressor();
    byte[] frame = new byte[compressor.maxCompressedLength(plain.length)];
    int length = compressor.compress(plain, 0, plain.length, frame, 0, frame.length);
    ByteBuffer stored = ByteBuffer.wrap(frame, 0, length);
    int end = Long.BYTES + (plain.length == 0 ? 0 : HEADER + length);
    ByteBuffer index = buffer(plain.length == 0 ? Long.BYTES : 3 * Long.BYTES);
    if (plain.length > 0) {
      index.putLong(Long.BYTES).putLong(1);
    }
    index.putLong(end).flip();
    ByteBuffer file = buffer(end + HEADER + index.remaining()).putLong(MAGIC);
    if (plain.length > 0) {
      file.put(header(stored, 1, plain.length)).put(stored);
    }
    return file.put(header(index, 0, 0)).put(index).flip();
  }

  private static ByteBuffer header(ByteBuffer stored, int records, int bytes) {
    return buffer(HEADER)
        .putLong(checksum(stored.duplicate(), records, bytes) << Integer.SIZE | stored.remaining())
        .putLong((long) records << Integer.SIZE | bytes)
        .flip();
  }

  /** What a chunk has for a checksum. */
  static long checksum(ByteBuffer stored, int records, int bytes) {
    CRC32C checksum = new CRC32C();
    for (int number : new int[] {stored.remaining(), records, bytes}) {
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        checksum.update(number >>> shift);
      }
    }
    checksum.update(stored);
    return checksum.getValue();
  }

  private void writeAll(ByteBuffer... parts) {
    try {
      while (channel != null && parts[parts.length - 1].hasRemaining()) {
        position += channel.write(parts);
      }
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    endChunk();
    long end = position;
    index = withRoom(index, Long.BYTES).putLong(end).flip();
    writeAll(header(index, 0, 0), index);
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  /** Nothing is written any more, for that reason; the first one counts. */
  void stop(String why) {
    FileChannel last = channel;
    channel = null;
    trouble = trouble.isEmpty() ? file + ": " + why : trouble;
    try {
      if (last != null) {
        last.close();
      }
    } catch (IOException e) {
      // It is given up already.
    }
  }

  /** What went wrong; empty if nothing did. */
  public String trouble() {
    return trouble;
  }
}
