package fencepost.nodes;

import fencepost.trace.NodeRings;
import fencepost.trace.RingFile;
import fencepost.trace.StrandFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rings of a node and sends them to the analyser. It ends when no process of the node
 * lives and the analyser has everything, or does not come back.
 */
public final class Agent {
  private static final int CHUNK = 1 << 17;
  private static final int CONNECT_MILLISECONDS = 2000;
  private static final long PING_EVERY = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long HEARD_EVERY = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(300);
  private static final long FIRST_PATIENCE = TimeUnit.SECONDS.toNanos(20);
  private static final long MEASURE_FOR = TimeUnit.SECONDS.toNanos(10);
  private static final int FIRST_PINGS = 20;

  /** What the system says, in English, if nobody listens any more. */
  private static final String REFUSED = "Connection refused";

  private final Path directory;
  private final UUID name;
  private final String[] addresses;
  private final int port;
  private final byte[] secret;
  private final NodeClock clock = new NodeClock();
  private final Map<Integer, Progress> progress = new ConcurrentHashMap<>();

  private @Nullable NodeRings rings;
  private long settle;
  private long patience = FIRST_PATIENCE;
  private long nextPing;
  private long nextHeard;
  private long toldError;
  private long toldRefused;
  private volatile boolean ended;
  private volatile boolean connected;

  /** How far a ring has got. */
  private static final class Progress {
    long sent;
    volatile long received;
    volatile long granted;
    boolean toldLost;

    /** Over a new connection it goes on behind what the analyser has. */
    void restart(long from) {
      sent = from;
      received = from;
      granted = from + CHUNK;
    }
  }

  private Agent(Path directory, String analyser, String secret) throws IOException {
    this.directory = directory;
    this.name = NodeRings.name(directory);
    String[] words = analyser.split(" ", 2);
    this.addresses = words[0].split(",", -1);
    this.port = Integer.parseInt(words[1]);
    this.secret = HexFormat.of().parseHex(secret);
  }

  /** Works in a directory that a process of the run has made; returns when all is done. */
  public static void work(Path directory) throws IOException {
    String analyser = System.getenv(Nodes.ANALYSER);
    String secret = System.getenv(Nodes.SECRET);
    if (analyser == null || secret == null) {
      throw new IOException(
          Nodes.ANALYSER + " and " + Nodes.SECRET + " are not in the environment");
    }
    FileChannel owner = NodeRings.own(directory);
    try {
      new Agent(directory, analyser, secret).work();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      owner.close();
    }
  }

  private void work() throws IOException {
    long lastConnected = System.nanoTime();
    String trouble = "";
    while (!ended && System.nanoTime() - lastConnected < patience) {
      try (Link link = connect()) {
        serve(link);
      } catch (IOException e) {
        trouble = String.valueOf(e.getMessage());
        ended = rings != null && trouble.endsWith(REFUSED); // the analyser is gone for good
        sleep(TimeUnit.MILLISECONDS.toNanos(100));
      }
      if (connected) {
        lastConnected = System.nanoTime();
        connected = false;
      }
    }
    if (rings == null) {
      throw new IOException("the analyser cannot be reached: " + trouble);
    }
    rings.letGo();
  }

  // ---- the connection ----

  private Link connect() throws IOException {
    IOException last = new IOException("it has no address");
    for (String address : addresses) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, port), CONNECT_MILLISECONDS);
        return Link.toAnalyser(socket, secret);
      } catch (IOException e) {
        socket.close();
        last = new IOException(address + ": " + e.getMessage(), e);
      }
    }
    throw last;
  }

  private void serve(Link link) throws IOException {
    byte[] host = InetAddress.getLocalHost().getHostName().getBytes(StandardCharsets.UTF_8);
    link.send(
        Wire.HELLO,
        ByteBuffer.allocate(2 * Long.BYTES + host.length)
            .putLong(name.getMostSignificantBits())
            .putLong(name.getLeastSignificantBits())
            .put(host)
            .flip());
    link.setPatience(Wire.SILENCE_MILLISECONDS);
    welcomed(link.receive());
    connected = true;
    measure(link);
    NodeRings known = rings;
    if (known == null) {
      known = open();
      clock.resume(known.ahead()); // an agent that was killed has left it
      rings = known;
    }
    Thread listener = new Thread(() -> listen(link), "listener");
    listener.setDaemon(true);
    listener.start();
    while (!ended && listener.isAlive()) {
      if (!forward(link, known)) {
        sleep(NAP);
      }
    }
  }

  /** Another connection would not help if this fails. */
  private NodeRings open() {
    try {
      return NodeRings.open(directory, clock.apply(), settle);
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
  }

  private void welcomed(Link.Frame welcome) throws IOException {
    ByteBuffer said = welcome.payload();
    if (welcome.type() != Wire.WELCOME || said.remaining() < 2 * Long.BYTES) {
      throw new Link.RefusedException("no welcome");
    }
    settle = said.getLong();
    patience = said.getLong();
    progress.clear();
    while (said.remaining() >= 2 * Long.BYTES) {
      int number = (int) said.getLong();
      Progress known = new Progress();
      known.restart(said.getLong());
      progress.put(number, known);
    }
  }

  /** The clock is known well before any process uses it, if the network lets us. */
  private void measure(Link link) throws IOException {
    long begin = System.nanoTime();
    for (int pings = 0;
        pings < FIRST_PINGS
            || (clock.bound(System.nanoTime()) > settle / 4
                && System.nanoTime() - begin < MEASURE_FOR);
        pings++) {
      link.send(Wire.PING, System.nanoTime());
      hear(link.receive());
      if (rings == null) {
        clock.apply();
      }
    }
  }

  private void listen(Link link) {
    try {
      while (!ended) {
        hear(link.receive());
      }
    } catch (IOException e) {
      link.close(); // also for the thread that sends
    }
  }

  private void hear(Link.Frame frame) throws IOException {
    long now = System.nanoTime();
    ByteBuffer said = frame.payload();
    switch (frame.type()) {
      case Wire.PONG -> {
        synchronized (clock) {
          clock.pong(said.getLong(), said.getLong(), now);
        }
      }
      case Wire.GRANT -> {
        Progress ring = progress.get((int) said.getLong());
        if (ring != null) {
          ring.received = said.getLong();
          ring.granted = said.getLong();
        }
      }
      case Wire.END -> ended = true;
      default -> throw new Link.RefusedException("a frame of type " + frame.type());
    }
  }

  // ---- records ----

  /** Sends what there is; whether there was something. */
  private boolean forward(Link link, NodeRings known) throws IOException {
    long now = System.nanoTime();
    boolean moved = false;
    boolean tells = now >= nextHeard;
    Collection<RingFile> all = known.rings(); // there may be more of them at any time
    ByteBuffer heard = ByteBuffer.allocate(4 * Long.BYTES * all.size());
    for (RingFile ring : all) {
      Progress at = progress.computeIfAbsent(ring.number(), key -> fresh(ring));
      moved |= forward(link, ring, at, tells ? heard : null);
    }
    if (tells) {
      nextHeard = now + HEARD_EVERY;
      if (heard.position() > 0) {
        link.send(Wire.HEARD, heard.flip());
      }
      tellIfDone(link, known);
    }
    keepTime(link, known, now);
    return moved;
  }

  private static Progress fresh(RingFile ring) {
    Progress progress = new Progress();
    progress.restart(ring.released());
    return progress;
  }

  /** The clock is read first: what the writer announces after that is later. */
  private boolean forward(Link link, RingFile ring, Progress at, @Nullable ByteBuffer heard)
      throws IOException {
    long now = System.nanoTime() + ahead() - 2 * NodeClock.STEP;
    long calling = ring.calling();
    long written = ring.written();
    boolean moved = false;
    if (at.received > ring.released()) {
      ring.release(at.received);
    }
    if (at.sent < written) {
      tellTrouble(link, ring, at);
    }
    while (at.sent < written && at.sent < at.granted) {
      RingFile.Piece piece = ring.read(at.sent, CHUNK);
      send(link, ring.number(), at.sent, piece);
      at.sent = piece.to();
      moved = true;
    }
    if (heard != null && at.sent == written) {
      heard
          .putLong(ring.number())
          .putLong(written)
          .putLong(calling == 0 ? now : calling)
          .putLong(ring.lostRecords() ? 1 : 0);
    }
    return moved;
  }

  private static void send(Link link, int ring, long from, RingFile.Piece piece)
      throws IOException {
    ByteBuffer stored =
        piece.records().hasRemaining()
            ? StrandFile.contents(piece.records())
            : ByteBuffer.allocate(0);
    link.send(
        Wire.RECORDS,
        ByteBuffer.allocate(3 * Long.BYTES + stored.remaining())
            .putLong(ring)
            .putLong(from)
            .putLong(piece.to())
            .put(stored)
            .flip());
  }

  /** What is wrong with records is told before them: this process may end with their writer. */
  private void tellTrouble(Link link, RingFile ring, Progress at) throws IOException {
    tellClock(link);
    if (ring.lostRecords() && !at.toldLost) {
      at.toldLost = true;
      link.send(Wire.HEARD, ring.number(), at.sent, 0, 1);
    }
  }

  private void tellClock(Link link) throws IOException {
    long error;
    synchronized (clock) {
      error = clock.bound(System.nanoTime());
    }
    if (error > toldError) {
      toldError = error;
      link.send(Wire.CLOCK, error);
    }
  }

  private void tellIfDone(Link link, NodeRings known) throws IOException {
    if (known.unrecorded() > toldRefused) {
      toldRefused = known.unrecorded();
      link.send(Wire.REFUSED, toldRefused);
    }
    boolean done = !known.rings().isEmpty();
    for (RingFile ring : known.rings()) {
      // First whether it lives: what it has written before its end is then there.
      boolean lives = ring.hasWriter();
      Progress at = progress.get(ring.number());
      done &= !lives && at != null && at.received == ring.written();
    }
    if (done) {
      link.send(Wire.DONE);
    }
  }

  // ---- time ----

  private long ahead() {
    NodeRings known = rings;
    return known == null ? 0 : known.ahead();
  }

  private void keepTime(Link link, NodeRings known, long now) throws IOException {
    if (now < nextPing) {
      return;
    }
    nextPing = now + PING_EVERY;
    synchronized (clock) {
      known.setAhead(clock.adjust());
    }
    if (!known.rings().isEmpty()) {
      tellClock(link);
    }
    link.send(Wire.PING, System.nanoTime());
  }

  private static void sleep(long nanoseconds) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanoseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
