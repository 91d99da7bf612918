package fencepost.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The directory in which the processes of a node meet the agent that reads their rings. The first
 * process makes it; {@code capture/agent.c} says how. An agent that was killed leaves it to the
 * next one.
 */
public final class NodeRings {
  private static final String NAME = "node";

  private final Path directory;
  private final ControlFile control;
  private final SortedMap<Integer, RingFile> rings = new TreeMap<>();

  private NodeRings(Path directory, ControlFile control) {
    this.directory = directory;
    this.control = control;
  }

  /** Begins to read, with a clock that is so far behind the analyser's. */
  public static NodeRings open(Path directory, long ahead, long settle) throws IOException {
    if (!ControlFile.isIn(directory)) {
      return new NodeRings(directory, ControlFile.in(directory, ahead, settle));
    }
    ControlFile control = ControlFile.takenOverIn(directory);
    control.setReader();
    return new NodeRings(directory, control);
  }

  /** The name of the node in its run; it stays if the agent is another one. */
  public static UUID name(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (Files.exists(file)) {
      return UUID.fromString(Files.readString(file));
    }
    UUID name = UUID.randomUUID();
    Path unnamed = directory.resolve(NAME + ".new");
    Files.writeString(unnamed, name.toString());
    Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
    return name;
  }

  /**
   * As long as the channel is open, nobody takes the directory for one whose owner has died. Those
   * of agents that were killed are removed first.
   */
  public static FileChannel own(Path directory) throws IOException {
    Leftovers.remove(directory.resolveSibling(""));
    Path unnamed = directory.resolve(OwnedDirectory.OWNER + ".new");
    FileChannel lock =
        FileChannel.open(unnamed, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    lock.lock();
    Files.move(
        unnamed,
        directory.resolve(OwnedDirectory.OWNER),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
    return lock;
  }

  /** All rings that there are by now. One that is being made, or could not be made, is missing. */
  public Collection<RingFile> rings() throws IOException {
    for (int number = 0; number < control.rings(); number++) {
      ByteBuffer ring =
          rings.containsKey(number) ? null : RingCursor.map(directory.resolve("ring." + number));
      if (ring != null) {
        rings.put(number, new RingFile(number, ring));
      }
    }
    return rings.values();
  }

  public void setAhead(long nanoseconds) {
    control.setAhead(nanoseconds);
  }

  /** How far the analyser's clock is taken to be ahead of the node's. */
  public long ahead() {
    return control.ahead();
  }

  /** How many processes had nowhere to record to. */
  public long unrecorded() {
    return control.refused();
  }

  /**
   * What a report says of a clock that was known too badly: the calls of the program wait for the
   * time {@code settle}, so two clocks may differ by that.
   */
  public static List<String> clockTrouble(String node, long error, long settle) {
    return error <= settle / 2
        ? List.of()
        : List.of(
            String.format(
                "the clock of node %s was known only to %d microseconds, where the order of locks"
                    + " and values needs %d: give it more time with FENCEPOST_SETTLE",
                node,
                TimeUnit.NANOSECONDS.toMicros(error),
                TimeUnit.NANOSECONDS.toMicros(settle / 2)));
  }

  /** Nobody wants the records any more. The program goes on, and then nothing is left of it. */
  public void letGo() throws IOException {
    boolean lives = true;
    while (lives) {
      lives = false;
      for (RingFile ring : rings()) {
        lives |= ring.hasWriter();
        ring.release(ring.written());
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(300));
    }
    delete();
  }

  /** Nothing is left of the run on this node. */
  public void delete() {
    OwnedDirectory.delete(directory);
  }
}
