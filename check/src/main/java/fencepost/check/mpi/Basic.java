package fencepost.check.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A predefined datatype.
 *
 * @param typeClass as the table of calls has it: int, uint, float, complex, pair_int, ...
 */
public record Basic(String typeClass, int size) {

  boolean isReal() {
    return typeClass.equals("float");
  }

  boolean isPair() {
    return typeClass.startsWith("pair");
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Long doubles are kept as doubles, as everywhere in the machine. */
  double real(byte[] bytes, int at) {
    return size == 4 ? buffer(bytes).getFloat(at) : buffer(bytes).getDouble(at);
  }

  void real(byte[] bytes, int at, double value) {
    if (size == 4) {
      buffer(bytes).putFloat(at, (float) value);
    } else {
      buffer(bytes).putDouble(at, value);
    }
  }

  long integer(byte[] bytes, int at) {
    return switch (size) {
      case 1 -> bytes[at];
      case 2 -> buffer(bytes).getShort(at);
      case 4 -> buffer(bytes).getInt(at);
      default -> buffer(bytes).getLong(at);
    };
  }

  void integer(byte[] bytes, int at, long value) {
    switch (size) {
      case 1 -> bytes[at] = (byte) value;
      case 2 -> buffer(bytes).putShort(at, (short) value);
      case 4 -> buffer(bytes).putInt(at, (int) value);
      default -> buffer(bytes).putLong(at, value);
    }
  }
}
