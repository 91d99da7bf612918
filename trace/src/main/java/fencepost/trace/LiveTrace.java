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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which a running program and the analyser meet: the file {@code control}, made
 * here, and a file {@code ring.N} for every recording strand, made by the program. Where shared
 * memory has no room for a ring, the program puts it into the directory {@code elsewhere}, which is
 * among the temporary files.
 *
 * <pre>
 *   control:   0  magic | pid of the analyser | rings claimed      (64 bits each)
 *             64  processes that could not make a ring | errno of the last one
 * </pre>
 */
public final class LiveTrace implements AutoCloseable {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int CONTROL_BYTES = 4096;
  private static final int RINGS = 16;
  private static final int REFUSED = 64;
  private static final int REASON = 72;
  private static final String ELSEWHERE = "elsewhere";

  private final OwnedDirectory directory;
  private final OwnedDirectory elsewhere;
  private final @Nullable Path recordTo;
  private final ByteBuffer control;

  /** Also looked at by other threads than the one that analyses. */
  private final List<RingCursor> rings = new CopyOnWriteArrayList<>();

  /** The numbers of rings that were claimed, but are not set up yet. */
  private final List<Long> awaited = new ArrayList<>();

  private long claimed;

  private LiveTrace(
      OwnedDirectory directory,
      OwnedDirectory elsewhere,
      @Nullable Path recordTo,
      ByteBuffer control) {
    this.directory = directory;
    this.elsewhere = elsewhere;
    this.recordTo = recordTo;
    this.control = control;
  }

  /**
   * Makes the meeting place in shared memory, or in the directory for temporary files where there
   * is none or it is full.
   */
  public static LiveTrace create(@Nullable Path recordTo) throws IOException {
    OwnedDirectory elsewhere = OwnedDirectory.create("rings");
    try {
      return create(OwnedDirectory.sharedMemory(), elsewhere, recordTo);
    } catch (IOException e) {
      try {
        return create(OwnedDirectory.temporary(), elsewhere, recordTo);
      } catch (IOException again) {
        elsewhere.close();
        throw again;
      }
    }
  }

  private static LiveTrace create(Path parent, OwnedDirectory elsewhere, @Nullable Path recordTo)
      throws IOException {
    OwnedDirectory directory = OwnedDirectory.create(parent, "trace");
    try {
      Files.createSymbolicLink(directory.path().resolve(ELSEWHERE), elsewhere.path());
      ByteBuffer control = control(directory.path().resolve("control"));
      return new LiveTrace(directory, elsewhere, recordTo, control);
    } catch (IOException e) {
      directory.close();
      throw e;
    }
  }

  private static ByteBuffer control(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      // Written, not only mapped: where there is no room, this fails, and the other would crash.
      channel.write(ByteBuffer.allocate(CONTROL_BYTES));
      ByteBuffer control =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, CONTROL_BYTES)
              .order(ByteOrder.nativeOrder());
      control.putLong(8, ProcessHandle.current().pid());
      control.putLong(0, RingCursor.MAGIC);
      return control;
    }
  }

  public Path directory() {
    return directory.path();
  }

  /** Opens the rings that have appeared since the last look; returns the new ones. */
  public List<RingCursor> newRings() throws IOException {
    long now = (long) LONG.getAcquire(control, RINGS);
    LongStream.range(claimed, now).forEach(awaited::add);
    claimed = now;
    List<RingCursor> found = new ArrayList<>();
    for (long number : List.copyOf(awaited)) {
      RingCursor ring = open("ring." + number);
      if (ring != null) {
        awaited.remove(number);
        rings.add(ring);
        found.add(ring);
      }
    }
    return found;
  }

  private @Nullable RingCursor open(String name) throws IOException {
    Path copy = recordTo == null ? null : recordTo.resolve("strand." + rings.size());
    RingCursor ring = RingCursor.open(directory.path().resolve(name), copy);
    return ring != null ? ring : RingCursor.open(elsewhere.path().resolve(name), copy);
  }

  /** No more records are taken, of whatever is there. May be called by any thread. */
  public void cutOff() {
    rings.forEach(RingCursor::cutOff);
  }

  /** The processes that record. */
  public List<Long> writers() {
    return rings.stream().map(RingCursor::writer).toList();
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

  /** How many processes had nowhere to record to. */
  public long unrecorded() {
    return (long) LONG.getAcquire(control, REFUSED);
  }

  /** Why the last of them had not. */
  public String whyUnrecorded() {
    return String.format(
        "no room for the records of a process, neither in %s nor in %s (%s)",
        directory.path().getParent(),
        elsewhere.path().getParent(),
        SystemError.text((long) LONG.getAcquire(control, REASON)));
  }

  /** Why the trace that is kept is not whole; empty if it is. */
  public String copyTrouble() {
    return rings.stream()
        .map(RingCursor::copyTrouble)
        .filter(trouble -> !trouble.isEmpty())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    rings.forEach(RingCursor::close);
    elsewhere.close();
    directory.close();
  }
}
