package fencepost.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The writing end of a ring in Java, for measurements and tests. Where {@code capture/ring.c} would
 * wait for the reader, it says that there is no room.
 */
public final class RingWriter {
  final ByteBuffer ring;
  private final int capacity;
  private long written;

  /** Makes a ring with room for so many bytes of records. */
  public RingWriter(Path file, int capacity) throws IOException {
    this.capacity = capacity;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ring =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, RingCursor.DATA + capacity)
              .order(ByteOrder.nativeOrder());
    }
    ring.putLong(RingCursor.CAPACITY, capacity);
    ring.putLong(0, RingCursor.MAGIC);
  }

  /** Claims, writes and commits a record; false if there is no room for it. */
  public boolean write(ByteBuffer from, int position, int length) {
    int at = (int) (written % capacity);
    int padding = at + length > capacity ? capacity - at : 0;
    if (written + padding + length - ring.getLong(RingCursor.CONSUMED) > capacity) {
      return false;
    }
    if (padding > 0) {
      ring.putLong(
          RingCursor.DATA + at,
          RecordCursor.header(0, padding / Long.BYTES - 1, 0, 0, RecordCursor.PAD));
      written += padding;
      at = 0;
    }
    ring.put(RingCursor.DATA + at, from, position, length);
    written += length;
    ring.putLong(RingCursor.WRITTEN, written);
    return true;
  }
}
