package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that has an address, and what addresses may be stored in it: a set for each word, and
 * one for what is stored at unknown places.
 */
final class MemoryObject {
  private static final int WORD = 8;
  private static final long MOST_WORDS = 16;

  private final Solver solver;
  private final int id;
  private final Object origin;
  private final String description;
  private final int anywhere;
  private final Int2IntMap words = new Int2IntOpenHashMap();
  private final List<WordListener> listeners = new ArrayList<>();

  /** Told of every word that something is known about, now and later. */
  private interface WordListener {
    void found(int word, int node);
  }

  /**
   * An object.
   *
   * @param anywhere the set of what is stored at unknown places
   */
  MemoryObject(Solver solver, int id, Object origin, String description, int anywhere) {
    this.solver = solver;
    this.id = id;
    this.origin = origin;
    this.description = description;
    this.anywhere = anywhere;
  }

  int id() {
    return id;
  }

  Object origin() {
    return origin;
  }

  String description() {
    return description;
  }

  private int word(int word) {
    int node = words.getOrDefault(word, -1);
    if (node < 0) {
      node = solver.node();
      words.put(word, node);
      for (WordListener listener : List.copyOf(listeners)) {
        listener.found(word, node);
      }
    }
    return node;
  }

  private void listen(WordListener listener) {
    listeners.add(listener);
    for (Int2IntMap.Entry entry : List.copyOf(words.int2IntEntrySet())) {
      listener.found(entry.getIntKey(), entry.getIntValue());
    }
  }

  private static boolean known(int offset, long size) {
    return offset != Place.ANY && size <= MOST_WORDS * WORD;
  }

  /** What is read there is in the given set. */
  void read(int offset, long size, int to) {
    solver.include(anywhere, to, 0);
    if (known(offset, size)) {
      for (int word = offset / WORD; word <= (offset + size - 1) / WORD; word++) {
        solver.include(word(word), to, 0);
      }
    } else {
      listen((word, node) -> solver.include(node, to, 0));
    }
  }

  /** What is in the given set may be stored there. */
  void write(int offset, long size, int from) {
    if (known(offset, size)) {
      for (int word = offset / WORD; word <= (offset + size - 1) / WORD; word++) {
        solver.include(from, word(word), 0);
      }
    } else {
      solver.include(from, anywhere, 0);
    }
  }

  /** So many bytes of another object are copied here; a negative size is an unknown one. */
  void copy(int offset, MemoryObject other, int otherOffset, long size) {
    solver.include(other.anywhere, anywhere, 0);
    boolean aligned = offset % WORD == otherOffset % WORD;
    if (offset == Place.ANY || otherOffset == Place.ANY || size < 0 || !aligned) {
      other.listen((word, node) -> solver.include(node, anywhere, 0));
      return;
    }
    int first = otherOffset / WORD;
    long last = (otherOffset + size - 1) / WORD;
    int distance = offset / WORD - first;
    other.listen(
        (word, node) -> {
          if (word >= first && word <= last) {
            boolean near = (long) (word + distance) * WORD < Place.FARTHEST;
            solver.include(node, near ? word(word + distance) : anywhere, 0);
          }
        });
  }

  @Override
  public String toString() {
    return description;
  }
}
