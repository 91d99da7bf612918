package fencepost.trace;

import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a recorded strand from a file, chunk by chunk; {@link StrandFile} draws it. Nothing of a
 * chunk is looked at before its checksum is.
 */
public final class FileCursor extends RecordCursor {
  private static final int LARGEST_CHUNK = 1 << 28;

  /** Larger than what it decompresses, so all strands share it. */
  private static final ZstdDecompressor DECOMPRESSOR = new ZstdDecompressor();

  /** Gives bytes of the file, if there are so many. */
  private interface Source {
    ByteBuffer read(long from, int length) throws IOException;
  }

  /** Tells how many bytes there are at least, as soon as there are so many. */
  interface Growth {
    /** Waits until the file has so many bytes, or nothing will follow; returns its size. */
    long await(long wanted);
  }

  private final Source source;
  private final Growth growth;
  private long size;

  /** Where the next chunk begins. */
  private long next;

  /** The records of the chunk at hand, how many bytes of others came before, and what is read. */
  private ByteBuffer chunk = ByteBuffer.allocate(0);

  /** What the chunk lies in: used again for the next one, because nobody keeps a record. */
  private byte[] room = new byte[0];

  private long before;
  private int offset;
  private boolean closed;

  private FileCursor(Source source, long size, Growth growth) {
    this.source = source;
    this.size = size;
    this.growth = growth;
  }

  public static FileCursor open(Path file) throws IOException {
    long size = Files.size(file);
    return open(file, size, wanted -> size);
  }

  /** Reads a file that somebody still writes. */
  static FileCursor open(Path file, Growth growth) {
    return open(file, 0, growth);
  }

  private static FileCursor open(Path file, long size, Growth growth) {
    return new FileCursor(
        (from, length) -> {
          // Not kept open: a process may open fewer files than a program has ranks.
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
              // until all of it is read
            }
            return bytes.flip();
          }
        },
        size,
        growth);
  }

  /** Reads what would be in the file. */
  public static FileCursor over(ByteBuffer file) {
    return new FileCursor(
        (from, length) -> file.slice((int) from, length),
        file.capacity(),
        wanted -> file.capacity());
  }

  /** All records of what would be in a file of a single chunk. */
  public static ByteBuffer recordsIn(ByteBuffer file) {
    FileCursor cursor = over(file);
    if (!cursor.nextChunk()) {
      throw new BrokenTraceException("a chunk without records");
    }
    return cursor.chunk;
  }

  /** Goes to the next chunk; false if there is none. */
  private boolean nextChunk() {
    if (closed) {
      return false;
    }
    if (next == 0) {
      if (read(0, Long.BYTES).getLong(0) != StrandFile.MAGIC) {
        throw new BrokenTraceException("it does not begin as the records of this version do");
      }
      next = Long.BYTES;
    }
    ByteBuffer header = read(next, StrandFile.HEADER);
    int length = (int) header.getLong(0);
    int bytes = (int) header.getLong(Long.BYTES);
    int records = (int) (header.getLong(Long.BYTES) >>> Integer.SIZE);
    if (length < 0 || bytes < 0 || bytes > LARGEST_CHUNK || bytes % Long.BYTES != 0) {
      throw new BrokenTraceException("a chunk of " + Integer.toUnsignedString(bytes) + " bytes");
    }
    ByteBuffer stored = read(next + StrandFile.HEADER, length);
    if (StrandFile.checksum(stored.duplicate(), records, bytes)
        != header.getLong(0) >>> Integer.SIZE) {
      throw new BrokenTraceException("the checksum of " + length + " bytes is wrong");
    }
    if (bytes == 0) {
      end(stored);
      return false;
    }
    before += chunk.capacity();
    chunk = records(stored, bytes);
    offset = 0;
    next += StrandFile.HEADER + length;
    return true;
  }

  private void end(ByteBuffer index) {
    boolean isWhole =
        index.capacity() >= Long.BYTES
            && index.getLong(index.capacity() - Long.BYTES) == next
            && next + StrandFile.HEADER + index.capacity() == size;
    if (!isWhole) {
      throw new BrokenTraceException("the end is not where it should be");
    }
    closed = true;
  }

  private ByteBuffer records(ByteBuffer stored, int bytes) {
    int length = stored.remaining();
    try {
      byte[] frame = stored.array();
      int from = stored.arrayOffset() + stored.position();
      if (ZstdDecompressor.getDecompressedSize(frame, from, length) == bytes) {
        room = room.length < bytes ? new byte[bytes] : room;
        if (decompress(frame, from, length, room, bytes) == bytes) {
          return ByteBuffer.wrap(room, 0, bytes).slice().order(ByteOrder.nativeOrder());
        }
      }
    } catch (RuntimeException e) {
      throw new BrokenTraceException("a chunk that cannot be decompressed", e);
    }
    throw new BrokenTraceException("a chunk that is not as long as it says");
  }

  private static int decompress(byte[] frame, int from, int length, byte[] records, int most) {
    synchronized (DECOMPRESSOR) {
      return DECOMPRESSOR.decompress(frame, from, length, records, 0, most);
    }
  }

  /** So many bytes of the file. */
  private ByteBuffer read(long from, int length) {
    if (length > size - from) {
      size = growth.await(from + length);
    }
    if (length > size - from) {
      throw new BrokenTraceException("the rest is missing");
    }
    try {
      ByteBuffer bytes = source.read(from, length).order(ByteOrder.nativeOrder());
      if (bytes.remaining() < length) {
        throw new BrokenTraceException("the rest is missing");
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- seeking ----

  /** How many records the whole file has, as its index says; -1 if it has none. */
  public long records() {
    ByteBuffer index = index();
    int chunks = index.capacity() / (2 * Long.BYTES);
    return index.capacity() == 0 ? -1 : chunks == 0 ? 0 : index.getLong((2 * chunks - 1) * 8);
  }

  /**
   * Goes to the chunk of the record with the number, counted from 0; returns the number of the
   * first record of that chunk. Only before anything is read.
   */
  public long seek(long record) {
    ByteBuffer index = index();
    long first = 0;
    for (int at = 0; at + 2 * Long.BYTES < index.capacity(); at += 2 * Long.BYTES) {
      if (index.getLong(at + Long.BYTES) > record) {
        next = index.getLong(at);
        break;
      }
      first = index.getLong(at + Long.BYTES);
    }
    return next == 0 ? 0 : first;
  }

  /** Of a file that was cut off, or is damaged there, it is empty. */
  private ByteBuffer index() {
    ByteBuffer none = ByteBuffer.allocate(0);
    if (size < Long.BYTES + StrandFile.HEADER + Long.BYTES) {
      return none;
    }
    long end = read(size - Long.BYTES, Long.BYTES).getLong(0);
    if (end < Long.BYTES || end > size - StrandFile.HEADER - Long.BYTES) {
      return none;
    }
    ByteBuffer header = read(end, StrandFile.HEADER);
    ByteBuffer index =
        read(end + StrandFile.HEADER, (int) Math.min(1 << 30, size - end - StrandFile.HEADER));
    boolean isWhole =
        header.getLong(Long.BYTES) == 0
            && StrandFile.checksum(index.duplicate(), 0, 0) == header.getLong(0) >>> Integer.SIZE;
    return isWhole ? index : none;
  }

  @Override
  protected ByteBuffer buffer() {
    return chunk;
  }

  @Override
  protected int offset() {
    return offset;
  }

  /** Counted in bytes of records, as they are before they are compressed. */
  @Override
  public long position() {
    return before + offset;
  }

  @Override
  protected long available() {
    return offset == chunk.capacity() && !nextChunk() ? 0 : chunk.capacity() - offset;
  }

  @Override
  protected void skip(long bytes) {
    offset += (int) bytes;
  }

  @Override
  public long heardUntil() {
    return Long.MAX_VALUE;
  }

  @Override
  public void close() {}
}
