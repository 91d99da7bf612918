package fencepost.nodes;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The other nodes of a run: where their agents connect to, and what comes from them. */
public final class Nodes implements AutoCloseable {
  /** What an agent needs to know, in the environment of the processes that start it. */
  static final String ANALYSER = "FENCEPOST_ANALYSER";

  static final String SECRET = "FENCEPOST_SECRET";
  private static final String RUN = "FENCEPOST_RUN";

  /** So many strangers may be in their handshake; the next ones wait. */
  private static final int MOST_STRANGERS = 64;

  private static final long END_MAY_TAKE = TimeUnit.SECONDS.toNanos(1);
  private static final int SECRET_BYTES = 32;
  private static final int RUN_BYTES = 12;

  private final ServerSocket server;
  private final List<InetAddress> addresses;
  private final byte[] secret = random(SECRET_BYTES);
  private final Map<String, String> run = anyRun();
  private final long settle;
  private final long patience;
  private final Semaphore strangers = new Semaphore(MOST_STRANGERS);
  private final Map<UUID, RemoteNode> nodes = new ConcurrentHashMap<>();
  private final Queue<RemoteCursor> newRings = new ConcurrentLinkedQueue<>();
  private final LongConsumer beforeTheFirst;

  private Nodes(
      ServerSocket server,
      List<InetAddress> addresses,
      Duration settle,
      Duration patience,
      LongConsumer beforeTheFirst) {
    this.server = server;
    this.addresses = addresses;
    this.settle = settle.toNanos();
    this.patience = patience.toNanos();
    this.beforeTheFirst = beforeTheFirst;
  }

  /**
   * Begins to listen.
   *
   * @param bind the address or the network interface to be used; null for all of them
   * @param settle by how much the clocks of two nodes may differ
   * @param patience how long a node may be away
   * @param beforeTheFirst is told the former, in nanoseconds, before another node takes part
   */
  public static Nodes listen(
      @Nullable String bind, Duration settle, Duration patience, LongConsumer beforeTheFirst)
      throws IOException {
    List<InetAddress> addresses = bind == null ? addresses() : addresses(bind);
    ServerSocket server = new ServerSocket();
    InetAddress only = bind == null ? null : addresses.get(0);
    server.bind(new InetSocketAddress(only, 0));
    Nodes nodes = new Nodes(server, addresses, settle, patience, beforeTheFirst);
    start("nodes", nodes::accept);
    return nodes;
  }

  private static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return random;
  }

  private static List<InetAddress> addresses(String bind) throws IOException {
    NetworkInterface named = NetworkInterface.getByName(bind);
    if (named == null) {
      return List.of(InetAddress.getByName(bind));
    }
    List<InetAddress> addresses = sorted(named.inetAddresses().toList());
    if (addresses.isEmpty()) {
      throw new SocketException("the network interface " + bind + " has no address");
    }
    return addresses;
  }

  /** All by which others can reach this machine. */
  private static List<InetAddress> addresses() throws IOException {
    return sorted(
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList());
  }

  /** Without those that mean something here only; the older kind first. */
  private static List<InetAddress> sorted(List<InetAddress> addresses) {
    List<InetAddress> sorted = new ArrayList<>();
    for (boolean old : new boolean[] {true, false}) {
      addresses.stream()
          .filter(address -> !address.isLinkLocalAddress() && !address.isLoopbackAddress())
          .filter(address -> address instanceof Inet4Address == old)
          .forEach(sorted::add);
    }
    return sorted;
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** What the processes of the run must have in their environment. */
  public Map<String, String> environment() {
    String known =
        addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(","));
    Map<String, String> environment = new HashMap<>(run);
    environment.put(ANALYSER, known + " " + server.getLocalPort());
    environment.put(SECRET, HexFormat.of().formatHex(secret));
    return environment;
  }

  /** A name that no other run has, by which the processes of a node find each other. */
  public static Map<String, String> anyRun() {
    return Map.of(RUN, HexFormat.of().formatHex(random(RUN_BYTES)));
  }

  // ---- who comes ----

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        strangers.acquireUninterruptibly();
        start("node", () -> serve(socket));
      } catch (IOException e) {
        // It is closed, or somebody has gone again.
      }
    }
  }

  private void serve(Socket socket) {
    boolean isStranger = true;
    try (socket;
        Link link = Link.toAgent(socket, secret)) {
      Link.Frame hello = link.receive();
      strangers.release();
      isStranger = false;
      if (hello.type() == Wire.HELLO && hello.payload().remaining() >= 2 * Long.BYTES) {
        UUID name = new UUID(hello.payload().getLong(), hello.payload().getLong());
        String host = StandardCharsets.UTF_8.decode(hello.payload()).toString();
        beforeTheFirst.accept(settle);
        nodes
            .computeIfAbsent(name, key -> new RemoteNode(host, settle, patience, newRings))
            .serve(link);
      }
    } catch (IOException | RuntimeException e) {
      // Whoever it was, it is not one of ours, or it comes back.
    } finally {
      if (isStranger) {
        strangers.release();
      }
    }
  }

  // ---- what comes ----

  /** The processes that have begun to record since the last call. */
  public List<RemoteCursor> newRings() {
    List<RemoteCursor> rings = new ArrayList<>();
    for (RemoteCursor ring = newRings.poll(); ring != null; ring = newRings.poll()) {
      rings.add(ring);
    }
    return rings;
  }

  /** Whether records may still come although no process lives any more. */
  public boolean areAwaited() {
    return nodes.values().stream().anyMatch(RemoteNode::isAwaited);
  }

  /**
   * What is missing of the nodes.
   *
   * @param timeMatters whether times were evidence in the analysis
   */
  public List<String> missing(boolean timeMatters) {
    return nodes.values().stream()
        .map(node -> node.missing(timeMatters))
        .filter(what -> !what.isEmpty())
        .toList();
  }

  @Override
  public void close() {
    nodes.values().forEach(RemoteNode::end);
    long since = System.nanoTime();
    while (nodes.values().stream().anyMatch(RemoteNode::isConnected)
        && System.nanoTime() - since < END_MAY_TAKE) {
      sleep();
    }
    try {
      server.close();
    } catch (IOException e) {
      // Nobody is accepted any more, one way or the other.
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
