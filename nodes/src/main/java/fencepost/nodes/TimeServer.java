package fencepost.nodes;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Tells the time to the nodes that write their parts of a trace, in the directory they share. */
public final class TimeServer implements AutoCloseable {
  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(20);

  private final Path directory;
  private final Map<String, Asker> askers = new HashMap<>();
  private final Thread thread = new Thread(this::serve, "time");
  private volatile boolean closed;

  /** A node, with its last question. */
  private static final class Asker {
    final ClockFile ping;
    final ClockFile pong;
    long asked;

    Asker(Path ping, Path pong) throws IOException {
      this.ping = ClockFile.open(ping, 1);
      this.pong = ClockFile.open(pong, 2);
    }

    /** The clock is read after the question, and before the answer is there. */
    void answer() throws IOException {
      long[] question = ping.read();
      if (question.length > 0 && question[0] != asked) {
        asked = question[0];
        pong.write(asked, System.nanoTime());
      }
    }
  }

  private TimeServer(Path directory) {
    this.directory = directory;
    thread.setDaemon(true);
  }

  /** Begins to serve the nodes that write into a trace. */
  public static TimeServer of(Path trace) throws IOException {
    TimeServer server = new TimeServer(Files.createDirectories(trace.resolve(ClockFile.DIRECTORY)));
    server.thread.start();
    return server;
  }

  private void serve() {
    long nextLook = 0;
    while (!closed) {
      try {
        if (System.nanoTime() - nextLook >= 0) {
          look();
          nextLook = System.nanoTime() + LOOK_EVERY;
        }
        for (Asker asker : askers.values()) {
          asker.answer();
        }
      } catch (IOException e) {
        // The node gets no answer, so its clock is known less well, and the report says so.
      }
      LockSupport.parkNanos(NAP);
    }
  }

  private void look() throws IOException {
    try (DirectoryStream<Path> pings = Files.newDirectoryStream(directory, "*" + ClockFile.PING)) {
      for (Path ping : pings) {
        String name = ping.getFileName().toString();
        if (!askers.containsKey(name)) {
          String node = name.substring(0, name.length() - ClockFile.PING.length());
          askers.put(name, new Asker(ping, directory.resolve(node + ClockFile.PONG)));
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
      for (Asker asker : askers.values()) {
        asker.ping.close();
        asker.pong.close();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
