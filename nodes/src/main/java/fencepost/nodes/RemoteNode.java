package fencepost.nodes;

import fencepost.trace.BrokenTraceException;
import fencepost.trace.FileCursor;
import fencepost.trace.NodeRings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Another node, as the analyser sees it. It stays the same when it comes back after a loss. */
final class RemoteNode {
  private final String host;
  private final long settle;
  private final long patience;
  private final Map<Integer, RemoteCursor> rings = new ConcurrentHashMap<>();
  private final Queue<RemoteCursor> newRings;

  private volatile @Nullable Link link;
  private volatile long lostSince;
  private volatile boolean done;
  private volatile long unrecorded;
  private volatile long clockError;
  private volatile String trouble = "";

  /** When something came that was awaited, once it is. */
  private volatile long lastAwaited;

  private boolean awaited;

  /**
   * @param patience in nanoseconds: how long a node may be away
   * @param newRings gets those that appear
   */
  RemoteNode(String host, long settle, long patience, Queue<RemoteCursor> newRings) {
    this.host = host;
    this.settle = settle;
    this.patience = patience;
    this.newRings = newRings;
  }

  /** Listens until the connection is lost; of an older one it takes the place. */
  void serve(Link connection) {
    Link older = link;
    link = connection;
    done = false;
    if (older != null) {
      older.close();
    }
    try {
      welcome(connection);
      connection.setPatience(Wire.SILENCE_MILLISECONDS);
      while (true) {
        hear(connection, connection.receive());
      }
    } catch (IOException e) {
      // It comes back, or its patience ends.
    } catch (BrokenTraceException e) {
      trouble = "node " + host + " sent what makes no sense: " + e.getMessage();
    } finally {
      connection.close();
      lostSince = System.nanoTime();
      if (link == connection) {
        link = null;
      }
    }
  }

  private void welcome(Link connection) throws IOException {
    long[] words = new long[2 + 2 * rings.size()];
    words[0] = settle;
    words[1] = patience;
    int at = 2;
    for (RemoteCursor ring : rings.values()) {
      words[at++] = ring.number();
      words[at++] = ring.received();
    }
    connection.send(Wire.WELCOME, words);
  }

  private void hear(Link connection, Link.Frame frame) throws IOException {
    ByteBuffer said = frame.payload();
    switch (frame.type()) {
      case Wire.PING -> connection.send(Wire.PONG, said.getLong(), System.nanoTime());
      case Wire.CLOCK -> clockError = Math.max(clockError, said.getLong());
      case Wire.REFUSED -> unrecorded = said.getLong();
      case Wire.RECORDS -> take(said);
      case Wire.HEARD -> {
        while (said.remaining() >= 4 * Long.BYTES) {
          ring((int) said.getLong()).heard(said.getLong(), said.getLong(), said.getLong() != 0);
        }
      }
      case Wire.DONE -> done = true;
      default -> throw new Link.RefusedException("a frame of type " + frame.type());
    }
  }

  private void take(ByteBuffer said) throws IOException {
    RemoteCursor ring = ring((int) said.getLong());
    long from = said.getLong();
    long to = said.getLong();
    done = false;
    lastAwaited = System.nanoTime();
    ring.take(from, to, said.hasRemaining() ? FileCursor.recordsIn(said.slice()) : said.slice());
    grant(ring);
  }

  private RemoteCursor ring(int number) {
    return rings.computeIfAbsent(
        number,
        key -> {
          RemoteCursor ring = new RemoteCursor(this, key);
          newRings.add(ring);
          return ring;
        });
  }

  /** The agent may go on with a ring. By any thread; if the connection is lost, it asks again. */
  void grant(RemoteCursor ring) {
    Link current = link;
    if (current != null) {
      try {
        current.send(Wire.GRANT, ring.number(), ring.received(), ring.granted());
      } catch (IOException e) {
        current.close();
      }
    }
  }

  void end() {
    Link current = link;
    if (current != null) {
      try {
        current.send(Wire.END);
      } catch (IOException e) {
        current.close();
      }
    }
  }

  boolean isConnected() {
    return link != null;
  }

  /** Whether there may be something to come, now that the program has ended. */
  boolean isAwaited() {
    if (!awaited) {
      awaited = true;
      lastAwaited = System.nanoTime();
    }
    return !isDone() && !isGivenUp() && System.nanoTime() - lastAwaited < patience;
  }

  /**
   * A launcher may end all processes of a node with the last one of the program, and then its agent
   * says nothing any more. What the program's processes have delivered ends as they did.
   */
  private boolean isDone() {
    return done
        || (link == null
            && !rings.isEmpty()
            && rings.values().stream().allMatch(RemoteCursor::hasEnded));
  }

  private boolean isGivenUp() {
    return !trouble.isEmpty() || (link == null && System.nanoTime() - lostSince > patience);
  }

  /** What is missing of the node; empty if nothing is. */
  String missing(boolean timeMatters) {
    if (!trouble.isEmpty()) {
      return trouble;
    }
    if (unrecorded > 0) {
      return "on node "
          + host
          + " there was no room for the records of "
          + unrecorded
          + " processes";
    }
    if (!isDone()) {
      return link == null
          ? "the connection to node " + host + " was lost, and with it the end of its records"
          : "node " + host + " did not deliver all of its records";
    }
    return timeMatters ? String.join("", NodeRings.clockTrouble(host, clockError, settle)) : "";
  }
}
