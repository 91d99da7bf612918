package fencepost.cli;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Memory that is given back when there is no other left, so that there can still be a report. All
 * analyses of a process share it.
 */
final class MemoryReserve {
  private static final long MOST = 32 << 20;
  private static final AtomicReference<byte @Nullable []> BYTES = new AtomicReference<>();

  MemoryReserve() {
    BYTES.updateAndGet(kept -> kept == null ? allocate() : kept);
  }

  private static byte[] allocate() {
    return new byte[(int) Math.min(MOST, Runtime.getRuntime().maxMemory() / 8)];
  }

  void release() {
    BYTES.set(null);
  }
}
