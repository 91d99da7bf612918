package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which bytes of which objects others may access. */
final class Exposed {
  private final Int2ObjectOpenHashMap<List<Part>> parts = new Int2ObjectOpenHashMap<>();
  private @Nullable Bits objects;

  private record Part(long from, long to) {
    static final Part ALL = new Part(0, Long.MAX_VALUE);

    static Part of(int offset, long size) {
      long end = offset + size;
      return offset == AbstractPlace.ANY
          ? ALL
          : new Part(offset, end < offset ? Long.MAX_VALUE : end);
    }

    boolean meets(Part other) {
      return from < other.to && other.from < to;
    }
  }

  /** All of an object is exposed. */
  void add(int object) {
    add(object, AbstractPlace.ANY, 0);
  }

  /** So many bytes there are exposed; at an unknown distance, all of the object. */
  void add(int object, int offset, long size) {
    List<Part> known = parts.computeIfAbsent(object, key -> new ArrayList<>());
    objects = null;
    Part part = Part.of(offset, size);
    if (!known.contains(part)) {
      known.add(part);
    }
  }

  /** Whether any of the bytes is exposed. */
  boolean meets(int object, int offset, long size) {
    List<Part> known = parts.get(object);
    Part part = Part.of(offset, size);
    return known != null && known.stream().anyMatch(part::meets);
  }

  /** The objects of which anything is exposed. */
  Bits objects() {
    if (objects == null) {
      Gatherer all = new Gatherer();
      parts.keySet().forEach(all::add);
      objects = all.bits();
    }
    return objects;
  }
}
