package fencepost.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What one node records into a trace that all nodes write together: a directory {@code part.NODE}
 * of the trace, with the strands of that node and {@code part.properties}.
 *
 * <p>A ring is given back to its process only when its records are in the file, and the last ones
 * only when the file has its end. So a process that has ended is in the trace, even if somebody
 * ends the writer with it.
 */
public final class TracePart {
  static final String PREFIX = "part.";
  static final String PROPERTIES = "part.properties";

  /** How many strands have been begun, and how many of them have come to their end. */
  static final String STRANDS = "strands";

  static final String CLOSED = "closed";
  static final String CLOCK_ERROR = "clock.error";
  static final String SETTLE = "settle";
  static final String UNRECORDED = "unrecorded";
  static final String LOST = "lost";
  static final String TROUBLE = "trouble";

  /** Bytes of a ring that are read at once. */
  private static final int PIECE = 1 << 17;

  /** Nanoseconds that records may wait for others, so that a chunk is worth while. */
  private static final long LONGEST_WAIT = 20_000_000;

  private final Path directory;
  private final Map<Integer, Strand> strands = new TreeMap<>();
  private final Properties properties = new Properties();
  private long clockError;

  /** A ring and its file. */
  private static final class Strand {
    final RingFile ring;
    final StrandFile file;
    long read;
    long since;
    boolean closed;

    Strand(RingFile ring, Path file) {
      this.ring = ring;
      this.file = new StrandFile(file);
      this.read = ring.released();
    }

    /** Moves what there is into the file; whether there was something. */
    boolean copy(long now) {
      long before = read;
      long written = ring.written();
      while (read < written) {
        RingFile.Piece piece = ring.read(read, PIECE);
        file.write(piece.records());
        read = piece.to();
      }
      if (now - since > LONGEST_WAIT && !file.isInTheMiddle()) {
        file.endChunk();
      }
      if (file.isWritten() || file.isInTheMiddle()) {
        since = now;
        if (!file.hasEnd() && read > ring.released()) {
          ring.release(read);
        }
      }
      return read > before;
    }

    /** Whether nothing can follow. */
    boolean isOver() {
      return file.hasEnd() || (!ring.hasWriter() && read == ring.written());
    }
  }

  private TracePart(Path directory) {
    this.directory = directory;
  }

  /**
   * Begins the part of a node.
   *
   * @throws FileAlreadyExistsException if there is one: its writer was killed, and nobody can say
   *     which of the records it had in hand are in its files
   */
  public static TracePart create(Path trace, String node, long settle) throws IOException {
    TracePart part = new TracePart(Files.createDirectory(trace.resolve(PREFIX + node)));
    part.properties.setProperty(SETTLE, String.valueOf(settle));
    part.store();
    return part;
  }

  /** Moves what is in the rings into the files; whether there was something. */
  public boolean copy(Iterable<RingFile> rings) throws IOException {
    boolean moved = false;
    long now = System.nanoTime();
    for (RingFile ring : rings) {
      Strand strand = strands.get(ring.number());
      if (strand == null) {
        strand = new Strand(ring, directory.resolve("strand." + ring.number()));
        strands.put(ring.number(), strand);
        store();
      }
      moved |= !strand.closed && strand.copy(now);
    }
    return moved;
  }

  /** Ends the files of the processes that have ended; whether nobody records any more. */
  public boolean close(long unrecorded) throws IOException {
    boolean all = true;
    for (Strand strand : strands.values()) {
      if (!strand.closed && strand.isOver()) {
        close(strand, unrecorded);
      }
      all &= strand.closed;
    }
    return all;
  }

  /**
   * What is known of the part is written first: the end of a file means that nothing is missing.
   */
  private void close(Strand strand, long unrecorded) throws IOException {
    strand.closed = true;
    properties.setProperty(CLOCK_ERROR, String.valueOf(clockError));
    properties.setProperty(UNRECORDED, String.valueOf(unrecorded));
    if (strand.ring.lostRecords()) {
      properties.setProperty(LOST, "true");
    }
    if (!strand.file.trouble().isEmpty()) {
      properties.setProperty(TROUBLE, strand.file.trouble());
    }
    store();
    long calling = strand.file.hasEnd() ? 0 : strand.ring.calling();
    if (calling != 0) {
      strand.file.write(RecordCursor.calling(calling));
    }
    strand.file.close();
    strand.ring.release(strand.ring.written());
  }

  /** The clock may have been off by so much. */
  public void tellClockError(long nanoseconds) {
    clockError = Math.max(clockError, nanoseconds);
  }

  private void store() throws IOException {
    long closed = strands.values().stream().filter(strand -> strand.closed).count();
    properties.setProperty(STRANDS, String.valueOf(strands.size()));
    properties.setProperty(CLOSED, String.valueOf(closed));
    Path unnamed = directory.resolve(PROPERTIES + ".new");
    try (OutputStream out = Files.newOutputStream(unnamed)) {
      properties.store(out, "a node's part of a fencepost trace");
    }
    Files.move(
        unnamed,
        directory.resolve(PROPERTIES),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }
}
