package fencepost.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * What the processes of a node and their reader tell each other.
 *
 * <pre>
 *    0  magic | pid of the reader: the analyser, or the agent of the node | rings claimed   (64 bits each)
 *   64  processes that could not make a ring | errno of the last one
 *   80  how far the analyser's clock is ahead of the node's | by how much the clocks of two nodes may differ
 *   96  a number that no other node has
 * 4096  the sequences of steps on atomic variables that processes share; see capture/atomics.c
 * </pre>
 */
final class ControlFile {
  private static final int SEQUENCE_BITS = 10;
  private static final int BYTES = 4096 + (32 << SEQUENCE_BITS);
  private static final int READER = 8;
  private static final int RINGS = 16;
  private static final int REFUSED = 64;
  private static final int REASON = 72;
  private static final int AHEAD = 80;
  private static final int SETTLE = 88;
  private static final int NODE = 96;

  private final ByteBuffer words;

  private ControlFile(ByteBuffer words) {
    this.words = words;
  }

  /** Makes the file: it gets its name when it is complete. */
  static ControlFile in(Path directory) throws IOException {
    return in(directory, 0, 0);
  }

  /** The same on a node with a clock of its own. */
  static ControlFile in(Path directory, long ahead, long settle) throws IOException {
    Path unnamed = directory.resolve("control.new");
    Files.deleteIfExists(unnamed);
    try (FileChannel channel =
        FileChannel.open(
            unnamed,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      // Written, not only mapped: where there is no room, this fails, and the other would crash.
      channel.write(ByteBuffer.allocate(BYTES));
      ControlFile file = new ControlFile(map(channel));
      file.setAhead(ahead);
      file.setSettle(settle);
      file.setReader();
      file.words.putLong(NODE, UUID.randomUUID().getMostSignificantBits() >>> SEQUENCE_BITS);
      file.words.putLong(0, RingCursor.MAGIC);
      Files.move(unnamed, directory.resolve("control"));
      return file;
    }
  }

  /** The file of a reader that was killed. */
  static ControlFile takenOverIn(Path directory) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("control"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new ControlFile(map(channel));
    }
  }

  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve("control"));
  }

  private static ByteBuffer map(FileChannel channel) throws IOException {
    return channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES).order(ByteOrder.nativeOrder());
  }

  /** From now on this process reads the rings. */
  void setReader() {
    RingCursor.LONG.setRelease(words, READER, ProcessHandle.current().pid());
  }

  void setAhead(long nanoseconds) {
    RingCursor.LONG.setRelease(words, AHEAD, nanoseconds);
  }

  long ahead() {
    return words.getLong(AHEAD);
  }

  void setSettle(long nanoseconds) {
    RingCursor.LONG.setRelease(words, SETTLE, nanoseconds);
  }

  long rings() {
    return (long) RingCursor.LONG.getAcquire(words, RINGS);
  }

  long refused() {
    return (long) RingCursor.LONG.getAcquire(words, REFUSED);
  }

  long reason() {
    return (long) RingCursor.LONG.getAcquire(words, REASON);
  }
}
