package fencepost.frontend.mpi;

import fencepost.frontend.program.ErroneousCallException;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/** What the handles of one kind stand for. Most calls use the handle that the last one used. */
final class HandleTable<T> {
  private final String kind;
  private final Long2ObjectOpenHashMap<T> things = new Long2ObjectOpenHashMap<>();
  private long lastHandle;
  private @Nullable T last;

  HandleTable(String kind) {
    this.kind = kind;
  }

  void put(long handle, T thing) {
    things.put(handle, thing);
    last = null;
  }

  void remove(long handle) {
    things.remove(handle);
    last = null;
  }

  T get(long handle) {
    T thing = last;
    if (thing == null || handle != lastHandle) {
      thing = things.get(handle);
      if (thing == null) {
        throw new ErroneousCallException("it names a " + kind + " that was never made");
      }
      last = thing;
      lastHandle = handle;
    }
    return thing;
  }
}
