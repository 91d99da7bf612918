package fencepost.trace;

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
 *    8  checksum (upper half) | length (lower half) | so many bytes of whole records     a chunk
 *       ...
 *       checksum              | 0                                  the end: nothing was cut off
 * </pre>
 *
 * The checksum is a CRC-32C of the length, in four bytes, and of the records.
 */
public final class StrandFile implements AutoCloseable {
  static final long MAGIC = 0x3330646e72747370L; // "pstrnd03"
  static final int HEADER = Long.BYTES;

  private final Path file;
  private final ByteBuffer word = ByteBuffer.allocate(HEADER).order(ByteOrder.nativeOrder());
  private @Nullable FileChannel channel;
  private String trouble = "";

  public StrandFile(Path file) {
    this.file = file;
    try {
      channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
    writeAll(word(MAGIC));
  }

  /** Writes some whole records. */
  public void write(ByteBuffer records) {
    if (records.hasRemaining()) {
      writeAll(word(chunkHeader(records.duplicate())), records);
    }
  }

  /** What stands before the records in a chunk: their checksum and length. */
  static long chunkHeader(ByteBuffer records) {
    int length = records.remaining();
    CRC32C checksum = new CRC32C();
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      checksum.update(length >>> shift);
    }
    checksum.update(records);
    return checksum.getValue() << Integer.SIZE | length;
  }

  /** What the file of a strand with these records holds, if they are written at once. */
  public static ByteBuffer contents(ByteBuffer records) {
    int length = records.remaining();
    return ByteBuffer.allocate(3 * HEADER + length)
        .order(ByteOrder.nativeOrder())
        .putLong(MAGIC)
        .putLong(chunkHeader(records.duplicate()))
        .put(records)
        .putLong(chunkHeader(ByteBuffer.allocate(0)))
        .flip();
  }

  private ByteBuffer word(long value) {
    return word.clear().putLong(value).flip();
  }

  private void writeAll(ByteBuffer... parts) {
    try {
      while (channel != null && parts[parts.length - 1].hasRemaining()) {
        channel.write(parts);
      }
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    writeAll(word(chunkHeader(ByteBuffer.allocate(0))));
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
