package fencepost.nodes;

import fencepost.trace.NodeRings;
import fencepost.trace.TracePart;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the rings of a node and writes them into a part of the trace, in a directory that all nodes
 * share. It needs no connection. It ends when no process of the node lives.
 */
public final class PartWriter {
  /** The directory of the trace, in the environment of the processes. */
  public static final String TRACE = "FENCEPOST_RECORD";

  /** How long calls wait before they take a time that others rely on, in milliseconds. */
  public static final String SETTLE = "FENCEPOST_SETTLE";

  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(300);
  private static final long SHORT_NAP = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long PING_EVERY = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MEASURE_FOR = TimeUnit.SECONDS.toNanos(10);
  private static final int FIRST_PINGS = 20;

  /** As long as a process waits for its writer, see {@code capture/agent.c}. */
  private static final long FIRST_MAY_TAKE = TimeUnit.SECONDS.toNanos(60);

  /** Another process of the program may come when all those of before have ended. */
  private static final long LATECOMERS_MAY_TAKE = TimeUnit.SECONDS.toNanos(1);

  private final Path directory;
  private final long settle;
  private final TracePart part;
  private final ClockFile ping;
  private final ClockFile pong;
  private final NodeClock clock = new NodeClock();
  private long asked;
  private long nextPing;
  private int answers;

  private PartWriter(Path directory, Path trace, long settle) throws IOException {
    this.directory = directory;
    this.settle = settle;
    UUID name = NodeRings.name(directory);
    String host = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9.-]", "_");
    String node = host + "." + name.toString().substring(0, 8);
    this.part = TracePart.create(trace, node, settle);
    Path clocks = trace.resolve(ClockFile.DIRECTORY);
    this.ping = ClockFile.open(clocks.resolve(node + ClockFile.PING), 1);
    this.pong = ClockFile.open(clocks.resolve(node + ClockFile.PONG), 2);
  }

  /** Works in a directory that a process of the run has made; returns when all is done. */
  public static void work(Path directory) throws IOException {
    Path trace = Path.of(System.getenv().getOrDefault(TRACE, ""));
    long settle =
        TimeUnit.MILLISECONDS.toNanos(Long.parseLong(System.getenv().getOrDefault(SETTLE, "1")));
    FileChannel owner = NodeRings.own(directory);
    try {
      new PartWriter(directory, trace, settle).work();
    } finally {
      owner.close();
    }
  }

  private void work() throws IOException {
    measure();
    NodeRings rings = NodeRings.open(directory, clock.apply(), settle);
    try {
      write(rings);
      rings.delete();
    } catch (IOException e) {
      rings.letGo(); // the part has no end, which says that something is missing
    }
    ping.close();
    pong.close();
  }

  private void write(NodeRings rings) throws IOException {
    Absence absence = new Absence(System.nanoTime(), FIRST_MAY_TAKE, LATECOMERS_MAY_TAKE);
    while (!absence.isOver()) {
      long now = System.nanoTime(); // before it looks: a process may come while it does
      boolean moved = part.copy(rings.rings());
      keepTime(rings);
      absence.saw(!part.close(rings.unrecorded()), now);
      if (!moved) {
        LockSupport.parkNanos(NAP);
      }
    }
  }

  // ---- time ----

  /** The clock is known well before any process uses it, if the file system lets us. */
  private void measure() throws IOException {
    long begin = System.nanoTime();
    while ((answers < FIRST_PINGS || clock.bound(System.nanoTime()) > settle / 4)
        && System.nanoTime() - begin < MEASURE_FOR) {
      if (asked == 0) {
        ask();
      }
      hear();
      clock.apply();
      LockSupport.parkNanos(SHORT_NAP);
    }
  }

  private void ask() throws IOException {
    asked = System.nanoTime();
    ping.write(asked);
  }

  private void hear() throws IOException {
    long[] answer = asked == 0 ? new long[0] : pong.read();
    if (answer.length > 0 && answer[0] == asked) {
      clock.pong(asked, answer[1], System.nanoTime());
      asked = 0;
      answers++;
    }
  }

  private void keepTime(NodeRings rings) throws IOException {
    hear();
    long now = System.nanoTime();
    part.tellClockError(clock.bound(now));
    if (now < nextPing) {
      return;
    }
    nextPing = now + PING_EVERY;
    if (answers > 0) {
      rings.setAhead(clock.adjust());
    }
    if (asked == 0) {
      ask();
    }
  }
}
