package fencepost.bench;

import fencepost.trace.FileCursor;
import fencepost.trace.OwnedDirectory;
import fencepost.trace.RingCursor;
import fencepost.trace.RingWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A recorded trace in the rings of running processes. Whenever the reader has emptied them, they
 * are filled again, without a second thread.
 */
final class ReplayedRings implements AutoCloseable {
  private final OwnedDirectory directory;
  private final List<Writer> writers = new ArrayList<>();
  private final List<RingCursor> cursors = new ArrayList<>();

  private ReplayedRings(OwnedDirectory directory) {
    this.directory = directory;
  }

  static ReplayedRings of(Path trace) throws IOException {
    ReplayedRings rings = new ReplayedRings(OwnedDirectory.create("rings"));
    for (int i = 0; Files.exists(trace.resolve("strand." + i)); i++) {
      Path ring = rings.directory.path().resolve("ring." + i);
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
    directory.close();
  }

  private static final class Writer {
    private static final int BYTES = 1 << 18;

    private final FileCursor from;
    private final RingWriter ring;

    Writer(Path records, Path file) throws IOException {
      from = FileCursor.open(records);
      ring = new RingWriter(file, BYTES);
    }

    /** Writes records while there is room for the next one. */
    boolean fill() {
      boolean some = false;
      while (from.hasRecord()) {
        ByteBuffer record = from.view();
        if (!ring.write(record, 0, record.capacity())) {
          break;
        }
        from.advance();
        some = true;
      }
      return some;
    }
  }
}
