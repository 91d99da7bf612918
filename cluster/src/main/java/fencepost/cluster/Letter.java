package fencepost.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;

/**
 * What the stages of the job send to each other: to or from whom, the how many-th piece, and bytes.
 * Flink sends large things to the client only in pieces.
 */
final class Letter {
  static final TypeInformation<Tuple3<Integer, Integer, byte[]>> TYPE =
      Types.TUPLE(Types.INT, Types.INT, Types.PRIMITIVE_ARRAY(Types.BYTE));

  /** From the order of records to the client: all that a report says besides its races. */
  static final int OUTCOME = -1;

  /** From the order of records to the client: how many records were read so far. */
  static final int PROGRESS = -2;

  private static final int LONGEST = 1 << 18;

  private Letter() {}

  static byte[] bytes(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  static <T> T object(byte[] bytes, Class<T> type) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return type.cast(in.readObject());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("written by another version", e);
    }
  }

  /** An object in as many letters as it takes. */
  static List<Tuple3<Integer, Integer, byte[]>> pieces(int from, Object object) throws IOException {
    byte[] bytes = bytes(object);
    List<Tuple3<Integer, Integer, byte[]>> pieces = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += LONGEST) {
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + LONGEST));
      pieces.add(Tuple3.of(from, pieces.size(), piece));
    }
    return pieces;
  }
}
