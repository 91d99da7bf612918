package fencepost.check.gaspi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A {@code gaspi_config_t}. */
final class Configuration {
  private final ByteBuffer content;

  /** The one that a process starts with. */
  Configuration() {
    this(new byte[Limit.CONFIGURATION_BYTES]);
    for (Limit limit : Limit.values()) {
      if (limit.size == Long.BYTES) {
        content.putLong(limit.offset, limit.standard);
      } else {
        content.putInt(limit.offset, (int) limit.standard);
      }
    }
  }

  Configuration(byte[] bytes) {
    content = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  long get(Limit limit) {
    return limit.size == Long.BYTES
        ? content.getLong(limit.offset)
        : Integer.toUnsignedLong(content.getInt(limit.offset));
  }

  byte[] bytes() {
    return content.array();
  }
}
