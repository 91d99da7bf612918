package fencepost.trace;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which a running program and the analyser meet: the file {@code control}, made
 * here, and a file {@code ring.N} for every recording strand, made by the program.
 *
 * <pre>
 *   control:  magic | pid of the analyser | rings claimed      (64 bits each)
 * </pre>
 */
public final class LiveTrace implements AutoCloseable {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int RINGS = 16;

  private final Path directory;
  private final @Nullable Path recordTo;
  private final ByteBuffer control;
  private final List<RingCursor> rings = new ArrayList<>();

  private LiveTrace(Path directory, @Nullable Path recordTo, ByteBuffer control) {
    this.directory = directory;
    this.recordTo = recordTo;
    this.control = control;
  }

  /**
   * Makes the meeting place in shared memory, or in the directory for temporary files where there
   * is none.
   */
  public static LiveTrace create(@Nullable Path recordTo) throws IOException {
    Path shared = Path.of("/dev/shm");
    Path directory =
        Files.isWritable(shared)
            ? Files.createTempDirectory(shared, "fencepost-")
            : Files.createTempDirectory("fencepost-");
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("control"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer control =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096).order(ByteOrder.nativeOrder());
      control.putLong(8, ProcessHandle.current().pid());
      control.putLong(0, RingCursor.MAGIC);
      return new LiveTrace(directory, recordTo, control);
    }
  }

  public Path directory() {
    return directory;
  }

  /** Opens the rings that have appeared since the last look; returns the new ones. */
  public List<RingCursor> newRings() throws IOException {
    List<RingCursor> found = new ArrayList<>();
    long claimed = (long) LONG.getAcquire(control, RINGS);
    while (rings.size() < claimed) {
      int number = rings.size();
      Path copy = recordTo == null ? null : recordTo.resolve("strand." + number);
      RingCursor ring = RingCursor.open(directory.resolve("ring." + number), copy);
      if (ring == null) {
        break; // claimed, but not set up yet
      }
      rings.add(ring);
      found.add(ring);
    }
    return found;
  }

  /** How many bytes of records wait to be analysed. */
  public long backlog() {
    return rings.stream().mapToLong(RingCursor::backlog).sum();
  }

  /** Whether a program will soon have to wait for the analyser. */
  public boolean isNearlyFull() {
    return rings.stream().anyMatch(RingCursor::isNearlyFull);
  }

  /**
   * Empties rings that are nearly full into memory, so that no process waits for a reader who waits
   * for another process. False if that would take more memory than allowed.
   */
  public boolean setAside(long mostBytes) {
    long inMemory = rings.stream().mapToLong(RingCursor::bytesAside).sum();
    for (RingCursor ring : rings) {
      if (ring.isNearlyFull()) {
        inMemory += ring.capacity();
        if (inMemory > mostBytes) {
          return false;
        }
        ring.setAside();
      }
    }
    return true;
  }

  /** Whether a strand had to leave out records. */
  public boolean lostRecords() {
    return rings.stream().anyMatch(RingCursor::lostRecords);
  }

  @Override
  public void close() throws IOException {
    rings.forEach(RingCursor::close);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(directory);
  }
}
