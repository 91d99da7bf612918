package fencepost.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.trace.RecordCursor;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The analyser's end of the connections, with agents that are made up. */
class NodesTest {
  private static final UUID NAME = new UUID(1, 2);

  private final List<Long> settles = new ArrayList<>();
  private final Nodes nodes = listen();

  private Nodes listen() {
    try {
      return Nodes.listen("127.0.0.1", Duration.ofMillis(1), Duration.ofMinutes(1), settles::add);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Socket socket() throws IOException {
    Map<String, String> environment = nodes.environment();
    String[] words = String.valueOf(environment.get(Nodes.ANALYSER)).split(" ", 2);
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(words[0], Integer.parseInt(words[1])), 5000);
    socket.setSoTimeout(20_000);
    return socket;
  }

  private byte[] secret() {
    return HexFormat.of().parseHex(String.valueOf(nodes.environment().get(Nodes.SECRET)));
  }

  /** An agent that has been welcomed; what the welcome says of rings is left. */
  private Link agent(ByteBuffer... welcome) throws IOException {
    Link link = Link.toAnalyser(socket(), secret());
    link.send(
        Wire.HELLO,
        ByteBuffer.allocate(18)
            .putLong(NAME.getMostSignificantBits())
            .putLong(NAME.getLeastSignificantBits())
            .put(new byte[] {'n', '1'})
            .flip());
    Link.Frame frame = link.receive();
    assertThat(frame.type()).isEqualTo(Wire.WELCOME);
    assertThat(frame.payload().getLong()).isEqualTo(Duration.ofMillis(1).toNanos());
    frame.payload().getLong();
    if (welcome.length > 0) {
      welcome[0].put(frame.payload()).flip();
    }
    return link;
  }

  private static void sendValue(Link link, long from, long value) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
    record.putLong(RecordCursor.header(0, 1, 0, 0, RecordCursor.STRAND)).putLong(value).flip();
    send(link, from, record);
  }

  private static void sendEnd(Link link, long from) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
    send(link, from, record.putLong(RecordCursor.header(0, 0, 0, 0, RecordCursor.END)).flip());
  }

  private static void send(Link link, long from, ByteBuffer record) throws IOException {
    ByteBuffer stored = fencepost.trace.StrandFile.contents(record);
    link.send(
        Wire.RECORDS,
        ByteBuffer.allocate(24 + stored.remaining())
            .putLong(0)
            .putLong(from)
            .putLong(from + record.remaining())
            .put(stored)
            .flip());
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static long next(RemoteCursor ring) {
    await(ring::hasRecord);
    long value = ring.slot(0);
    ring.advance();
    return value;
  }

  private RemoteCursor newRing() {
    List<RemoteCursor> found = new ArrayList<>();
    await(() -> found.addAll(nodes.newRings()));
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void recordsArriveAndAreConfirmed() throws IOException {
    try (Link agent = agent()) {
      assertThat(settles).containsOnly(Duration.ofMillis(1).toNanos());
      sendValue(agent, 0, 7);
      RemoteCursor ring = newRing();
      assertThat(next(ring)).isEqualTo(7);
      Link.Frame grant = agent.receive();
      assertThat(grant.type()).isEqualTo(Wire.GRANT);
      assertThat(grant.payload().getLong()).isZero();
      assertThat(grant.payload().getLong()).isEqualTo(16);
      assertThat(grant.payload().getLong()).isGreaterThan(16);
    }
  }

  @Test
  void anAgentThatComesBackGoesOnBehindWhatHasArrived() throws IOException {
    RemoteCursor ring;
    try (Link agent = agent()) {
      sendValue(agent, 0, 7);
      ring = newRing();
      await(() -> ring.received() == 16);
    }
    ByteBuffer known = ByteBuffer.allocate(64);
    try (Link again = agent(known)) {
      assertThat(known.getLong()).isZero(); // the number of the ring
      assertThat(known.getLong()).isEqualTo(16);
      sendValue(again, 0, 7); // it does not count twice
      sendValue(again, 16, 8);
      assertThat(next(ring)).isEqualTo(7);
      assertThat(next(ring)).isEqualTo(8);
      assertThat(nodes.newRings()).isEmpty();
    }
  }

  @Test
  void nothingCountsAsHeardBeforeTheRecordsInFrontOfItAreRead() throws IOException {
    try (Link agent = agent()) {
      sendValue(agent, 0, 7);
      agent.send(Wire.HEARD, 0, 16, 1234, 0);
      RemoteCursor ring = newRing();
      await(ring::hasRecord);
      assertThat(ring.heardUntil()).isZero();
      ring.advance();
      await(() -> ring.heardUntil() == 1234);
    }
  }

  @Test
  void pingsAreAnsweredWithTheTime() throws IOException {
    try (Link agent = agent()) {
      long before = System.nanoTime();
      agent.send(Wire.PING, 42);
      ByteBuffer pong = agent.receive().payload();
      assertThat(pong.getLong()).isEqualTo(42);
      assertThat(pong.getLong()).isBetween(before, System.nanoTime());
    }
  }

  @Test
  void whoDoesNotKnowTheSecretIsNotLetIn() {
    assertThatThrownBy(() -> Link.toAnalyser(socket(), new byte[32]))
        .isInstanceOf(IOException.class);
    assertThat(settles).isEmpty();
  }

  @Test
  void garbageIsNotLetIn() throws IOException {
    try (Socket socket = socket()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: somebody\r\n\r\n".getBytes());
      socket.getOutputStream().flush();
      readToItsEnd(socket.getInputStream());
    }
    assertThat(settles).isEmpty();
  }

  @Test
  void aSlowStrangerKeepsNobodyElseOutAndIsPutOutInTheEnd() throws IOException {
    try (Socket slow = socket()) {
      recordsArriveAndAreConfirmed();
      readToItsEnd(slow.getInputStream());
    }
  }

  /** The other side closes the connection; else the time of the socket runs out. */
  private static void readToItsEnd(InputStream in) throws IOException {
    try {
      in.readAllBytes();
    } catch (java.net.SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      // reset: closed as well
    }
  }

  @Test
  void aFrameThatWasChangedOnItsWayEndsTheConnection() throws IOException {
    try (Socket socket = socket()) {
      Link link = Link.toAnalyser(socket, secret());
      link.send(Wire.HELLO, ByteBuffer.allocate(16).putLong(3).putLong(4).flip());
      link.receive();
      byte[] forged = new byte[4 + 1 + 8 + 16]; // a ping whose signature is zero
      forged[3] = 8;
      forged[4] = Wire.PING;
      socket.getOutputStream().write(forged);
      assertThatThrownBy(link::receive).isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatANodeHasNotDeliveredIsMissing() throws IOException {
    try (Link agent = agent()) {
      sendValue(agent, 0, 7);
      newRing();
      assertThat(nodes.missing(false)).singleElement().asString().contains("n1", "deliver");
      agent.send(Wire.CLOCK, Duration.ofMillis(2).toNanos());
      agent.send(Wire.DONE);
      await(() -> nodes.missing(false).isEmpty());
      assertThat(nodes.missing(true)).singleElement().asString().contains("clock of node n1");
    }
  }

  /** Slurm ends all processes of a node with the last one of a program, and its agent with them. */
  @Test
  void aNodeWhoseProcessesHaveEndedMayEnd() throws IOException {
    try (Link agent = agent()) {
      sendValue(agent, 0, 7);
      newRing();
    }
    await(() -> !nodes.missing(false).isEmpty());
    assertThat(nodes.areAwaited()).isTrue();
    try (Link again = agent()) {
      sendEnd(again, 16);
      assertThat(again.receive().type()).isEqualTo(Wire.GRANT);
    }
    await(() -> !nodes.areAwaited());
    assertThat(nodes.missing(false)).isEmpty();
  }
}
