package fencepost.nodes;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A ping or its answer where there is no connection: a file that one side writes and the other one
 * reads, again and again. A file system that shows what was written late makes the round trip
 * longer, and the clock is known less well; it cannot make it wrong.
 *
 * <pre>
 *   CLOCK/NODE.ping   the node's time                                    | check
 *   CLOCK/NODE.pong   the node's time | the time of the machine of the run | check
 * </pre>
 *
 * What is read while it is written has a wrong check, and is read again.
 */
final class ClockFile implements Closeable {
  static final String DIRECTORY = "clock";
  static final String PING = ".ping";
  static final String PONG = ".pong";

  /** The check of nothing: a file with nothing but zeros is not a message. */
  private static final long SEED = 0x66656e6365706f73L;

  private final FileChannel channel;
  private final ByteBuffer bytes;

  private ClockFile(FileChannel channel, int words) {
    this.channel = channel;
    this.bytes = ByteBuffer.allocate((words + 1) * Long.BYTES);
  }

  /** A file with messages of so many words, made if it is not there. */
  static ClockFile open(Path file, int words) throws IOException {
    return new ClockFile(
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        words);
  }

  void write(long... words) throws IOException {
    bytes.clear();
    long check = SEED;
    for (long word : words) {
      bytes.putLong(word);
      check = 31 * check + word;
    }
    bytes.putLong(check).flip();
    channel.write(bytes, 0);
  }

  /** The message that is there; of no words if there is none. */
  long[] read() throws IOException {
    bytes.clear();
    if (channel.read(bytes, 0) < bytes.capacity()) {
      return new long[0];
    }
    bytes.flip();
    long[] words = new long[bytes.capacity() / Long.BYTES - 1];
    long check = SEED;
    for (int i = 0; i < words.length; i++) {
      words[i] = bytes.getLong();
      check = 31 * check + words[i];
    }
    return bytes.getLong() == check ? words : new long[0];
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
