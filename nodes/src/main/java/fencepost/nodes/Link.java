package fencepost.nodes;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A connection between an agent and the analyser. Each side proves that it knows the secret of the
 * run, which is never sent; afterwards each frame is signed with a key that only these two have.
 *
 * <pre>
 *   analyser   magic (8) | nonce (32)
 *   agent      magic (8) | nonce (32) | HMAC(secret, "agent" + both nonces) (32)
 *   analyser   HMAC(secret, "analyser" + both nonces) (32)
 *
 *   a frame:   length of the payload (4) | type (1) | payload | HMAC(key, number of the frame + type + payload), half of it (16)
 * </pre>
 */
final class Link implements Closeable {
  private static final long MAGIC = 0x66656e6365703031L; // "fencep01"
  private static final int NONCE = 32;
  private static final int SIGNATURE = 16;

  /** A ring may be as large as a record in it. */
  static final int LARGEST = 1 << 26;

  private static final int HANDSHAKE_MILLISECONDS = 5000;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Mac signs;
  private final Mac checks;
  private long sent;
  private long received;

  /** The other side is not who it should be, or says what cannot be. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** A frame as it came. */
  record Frame(int type, ByteBuffer payload) {}

  private Link(Socket socket, DataInputStream in, DataOutputStream out, Mac signs, Mac checks) {
    this.socket = socket;
    this.in = in;
    this.out = out;
    this.signs = signs;
    this.checks = checks;
  }

  /** The analyser's side; whoever is too slow or does not know the secret is refused. */
  static Link toAgent(Socket socket, byte[] secret) throws IOException {
    Streams streams = new Streams(socket);
    byte[] own = nonce();
    streams.out.writeLong(MAGIC);
    streams.out.write(own);
    streams.out.flush();
    streams.expectMagic();
    byte[] other = streams.read(NONCE);
    byte[] proof = streams.read(NONCE);
    if (!MessageDigest.isEqual(proof, sign(secret, "agent", own, other))) {
      throw new RefusedException("a wrong secret");
    }
    streams.out.write(sign(secret, "analyser", own, other));
    streams.out.flush();
    return streams.link(
        sign(secret, "to agent", own, other), sign(secret, "to analyser", own, other));
  }

  /** The agent's side. */
  static Link toAnalyser(Socket socket, byte[] secret) throws IOException {
    Streams streams = new Streams(socket);
    streams.expectMagic();
    byte[] other = streams.read(NONCE);
    byte[] own = nonce();
    streams.out.writeLong(MAGIC);
    streams.out.write(own);
    streams.out.write(sign(secret, "agent", other, own));
    streams.out.flush();
    if (!MessageDigest.isEqual(streams.read(NONCE), sign(secret, "analyser", other, own))) {
      throw new RefusedException("an analyser with a wrong secret");
    }
    return streams.link(
        sign(secret, "to analyser", other, own), sign(secret, "to agent", other, own));
  }

  /** Both directions during the handshake, which has to be over in time as a whole. */
  private static final class Streams {
    final Socket socket;
    final DataInputStream in;
    final DataOutputStream out;
    private final long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HANDSHAKE_MILLISECONDS);

    Streams(Socket socket) throws IOException {
      this.socket = socket;
      socket.setTcpNoDelay(true);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
    }

    byte[] read(int length) throws IOException {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new RefusedException("too slow");
        }
        socket.setSoTimeout((int) left);
        bytes[i] = in.readByte();
      }
      return bytes;
    }

    void expectMagic() throws IOException {
      if (ByteBuffer.wrap(read(Long.BYTES)).getLong() != MAGIC) {
        throw new RefusedException("something else than fencepost, or another version of it");
      }
    }

    Link link(byte[] signs, byte[] checks) {
      return new Link(socket, in, out, mac(signs), mac(checks));
    }
  }

  private static byte[] nonce() {
    byte[] nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  private static byte[] sign(byte[] secret, String what, byte[] analysers, byte[] agents) {
    Mac mac = mac(secret);
    mac.update(what.getBytes(StandardCharsets.UTF_8));
    mac.update((byte) 0);
    mac.update(analysers);
    mac.update(agents);
    return mac.doFinal();
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static byte[] signature(Mac mac, long number, int type, byte[] payload) {
    mac.update(ByteBuffer.allocate(Long.BYTES + 1).putLong(number).put((byte) type).flip());
    mac.update(payload);
    return mac.doFinal();
  }

  // ---- frames ----

  /** After so much silence of the other side the connection counts as lost. */
  void setPatience(int milliseconds) throws IOException {
    socket.setSoTimeout(milliseconds);
  }

  /** Sends a frame of some numbers. */
  void send(int type, long... words) throws IOException {
    ByteBuffer payload = ByteBuffer.allocate(words.length * Long.BYTES);
    payload.asLongBuffer().put(words);
    send(type, payload);
  }

  /** By any thread. */
  synchronized void send(int type, ByteBuffer payload) throws IOException {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    out.writeInt(bytes.length);
    out.writeByte(type);
    out.write(bytes);
    out.write(signature(signs, sent++, type, bytes), 0, SIGNATURE);
    out.flush();
  }

  /** The next frame; by one thread. */
  Frame receive() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LARGEST) {
      throw new RefusedException("a frame of " + length + " bytes");
    }
    int type = in.readUnsignedByte();
    byte[] payload = in.readNBytes(length);
    byte[] signature = in.readNBytes(SIGNATURE);
    byte[] expected = signature(checks, received++, type, payload);
    if (!MessageDigest.isEqual(signature, java.util.Arrays.copyOf(expected, SIGNATURE))) {
      throw new RefusedException("a frame that was damaged or cut off");
    }
    return new Frame(type, ByteBuffer.wrap(payload));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }
}
