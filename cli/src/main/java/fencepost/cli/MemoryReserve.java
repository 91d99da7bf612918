package fencepost.cli;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Memory that is given back when there is no other left, so that there can still be a report. */
final class MemoryReserve {
  private static final long MOST = 32 << 20;

  private final AtomicReference<byte @Nullable []> bytes =
      new AtomicReference<>(new byte[(int) Math.min(MOST, Runtime.getRuntime().maxMemory() / 8)]);

  void release() {
    bytes.set(null);
  }
}
