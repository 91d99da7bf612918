package fencepost.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which a running program and the analyser meet: the file {@code control}, made
 * here, and a file {@code ring.N} for every recording strand, made by the program. Where shared
 * memory has no room for a ring, the program puts it into the directory {@code elsewhere}, which is
 * among the temporary files.
 *
 * <p>The processes of another node meet an agent there, in a directory of the same kind.
 */
public final class LiveTrace implements AutoCloseable {
  private static final String ELSEWHERE = "elsewhere";

  private final OwnedDirectory directory;
  private final OwnedDirectory elsewhere;
  private final @Nullable Path recordTo;
  private final ControlFile control;

  /** Also looked at by other threads than the one that analyses. */
  private final List<LiveCursor> rings = new CopyOnWriteArrayList<>();

  private final List<RingCursor> own = new CopyOnWriteArrayList<>();
  private Supplier<List<? extends LiveCursor>> elsewhereRecorded = List::of;

  /** The numbers of rings that were claimed, but are not set up yet. */
  private final List<Long> awaited = new ArrayList<>();

  private long claimed;

  private LiveTrace(
      OwnedDirectory directory,
      OwnedDirectory elsewhere,
      @Nullable Path recordTo,
      ControlFile control) {
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
      ControlFile control = ControlFile.in(directory.path());
      return new LiveTrace(directory, elsewhere, recordTo, control);
    } catch (IOException e) {
      directory.close();
      throw e;
    }
  }

  public Path directory() {
    return directory.path();
  }

  /** Other nodes may take part: who tells of new processes there. */
  public void join(Supplier<List<? extends LiveCursor>> newOnes) {
    elsewhereRecorded = newOnes;
  }

  /** Other nodes take part: by how many nanoseconds clocks may differ. */
  public void settle(long nanoseconds) {
    control.setSettle(nanoseconds);
  }

  /** Opens the rings that have appeared since the last look; returns the new ones. */
  public List<LiveCursor> newRings() throws IOException {
    long now = control.rings();
    LongStream.range(claimed, now).forEach(awaited::add);
    claimed = now;
    List<LiveCursor> found = new ArrayList<>();
    for (long number : List.copyOf(awaited)) {
      RingCursor ring = open("ring." + number);
      if (ring != null) {
        awaited.remove(number);
        own.add(ring);
        found.add(ring);
      }
    }
    found.addAll(elsewhereRecorded.get());
    for (LiveCursor ring : found) {
      if (recordTo != null) {
        ring.copyTo(recordTo.resolve("strand." + rings.size()));
      }
      rings.add(ring);
    }
    return found;
  }

  private @Nullable RingCursor open(String name) throws IOException {
    RingCursor ring = RingCursor.open(directory.path().resolve(name), null);
    return ring != null ? ring : RingCursor.open(elsewhere.path().resolve(name), null);
  }

  /** No more records are taken, of whatever is there. May be called by any thread. */
  public void cutOff() {
    rings.forEach(LiveCursor::cutOff);
  }

  /** The processes of this node that record. */
  public List<Long> writers() {
    return own.stream().map(RingCursor::writer).toList();
  }

  /** How many processes record, on all nodes. */
  public int recorded() {
    return rings.size();
  }

  /** How many bytes of records wait to be analysed. */
  public long backlog() {
    return rings.stream().mapToLong(LiveCursor::backlog).sum();
  }

  /** Whether a program will soon have to wait for the analyser. */
  public boolean isNearlyFull() {
    return rings.stream().anyMatch(LiveCursor::isNearlyFull);
  }

  /**
   * Empties rings that are nearly full into memory, so that no process waits for a reader who waits
   * for another process. False if that would take more memory than allowed.
   */
  public boolean setAside(long mostBytes) {
    long inMemory = rings.stream().mapToLong(LiveCursor::bytesAside).sum();
    for (LiveCursor ring : rings) {
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
    return rings.stream().anyMatch(LiveCursor::lostRecords);
  }

  /** How many processes had nowhere to record to. */
  public long unrecorded() {
    return control.refused();
  }

  /** Why the last of them had not. */
  public String whyUnrecorded() {
    return String.format(
        "no room for the records of a process, neither in %s nor in %s (%s)",
        directory.path().getParent(),
        elsewhere.path().getParent(),
        SystemError.text(control.reason()));
  }

  /** Why the trace that is kept is not whole; empty if it is. */
  public String copyTrouble() {
    return rings.stream()
        .map(LiveCursor::copyTrouble)
        .filter(trouble -> !trouble.isEmpty())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    rings.forEach(LiveCursor::close);
    elsewhere.close();
    directory.close();
  }
}
