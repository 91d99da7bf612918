package fencepost.bench;

import fencepost.trace.FileCursor;
import fencepost.trace.RingCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A recorded trace in the rings of running processes. Whenever the reader has emptied them, they
 * are filled again: the writing end of {@code capture/ring.c}, without a second thread.
 */
final class ReplayedRings implements AutoCloseable {
  private final Path directory;
  private final List<Writer> writers = new ArrayList<>();
  private final List<RingCursor> cursors = new ArrayList<>();

  private ReplayedRings(Path directory) {
    this.directory = directory;
  }

  static ReplayedRings of(Path trace) throws IOException {
    ReplayedRings rings = new ReplayedRings(Files.createTempDirectory("fencepost-rings-"));
    for (int i = 0; Files.exists(trace.resolve("strand." + i)); i++) {
      Path ring = rings.directory.resolve("ring." + i);
      rings.writers.add(new Writer(trace.resolve("strand." + i), ring));
      rings.cursors.add(Objects.requireNonNull(RingCursor.open(ring, null)));
    }
    rings.fill();
    return rings;
  }

  List<RingCursor> cursors() {
    return cursors;
  }

  /** Puts as much as fits into every ring; false if nothing is left. */
  boolean fill() {
    boolean more = false;
    for (Writer writer : writers) {
      more |= writer.fill();
    }
    return more;
  }

  @Override
  public void close() throws IOException {
    cursors.forEach(RingCursor::close);
    writers.forEach(writer -> writer.from.close());
    TemporaryFiles.delete(directory);
  }

  private static final class Writer {
    private static final int BYTES = 1 << 18;
    private static final int WORDS_SHIFT = 32;

    private final FileCursor from;
    private final ByteBuffer ring;
    private long written;

    Writer(Path records, Path file) throws IOException {
      from = FileCursor.open(records);
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        ring =
            channel
                .map(FileChannel.MapMode.READ_WRITE, 0, RingCursor.DATA + BYTES)
                .order(ByteOrder.nativeOrder());
      }
      ring.putLong(RingCursor.CAPACITY, BYTES);
      ring.putLong(0, RingCursor.MAGIC);
    }

    /** Claims, writes and commits records while there is room for the next one. */
    boolean fill() {
      boolean some = false;
      long consumed = ring.getLong(RingCursor.CONSUMED);
      while (from.hasRecord()) {
        ByteBuffer record = from.view();
        int length = record.capacity();
        int at = (int) (written & (BYTES - 1));
        int padding = at + length > BYTES ? BYTES - at : 0;
        if (written + padding + length - consumed > BYTES) {
          break;
        }
        if (padding > 0) {
          long words = padding / Long.BYTES;
          ring.putLong(RingCursor.DATA + at, words << WORDS_SHIFT);
          written += padding;
          at = 0;
        }
        ring.put(RingCursor.DATA + at, record, 0, length);
        from.advance();
        written += length;
        some = true;
      }
      ring.putLong(RingCursor.WRITTEN, written);
      return some;
    }
  }
}
