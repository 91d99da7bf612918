package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that has an address, and what addresses may be stored in it: a set for each word, one
 * for what is stored at unknown places, which may be in each word, too, and one for all of that.
 */
final class AbstractObject {
  static final int WORD = 8;
  private static final long MOST_WORDS = 16;

  private final Solver solver;
  private final int id;
  private final Object origin;
  private final String description;
  private final int anywhere;
  private int all = -1; // made when it is first asked for
  private long size = -1; // unknown
  private boolean constant;
  private final Int2IntMap words = new Int2IntOpenHashMap();
  private final List<WordListener> listeners = new ArrayList<>();

  /** Told of every word that something is known about, now and later. */
  interface WordListener {
    void found(int word, int node);
  }

  /**
   * An object.
   *
   * @param anywhere the set of what is stored at unknown places
   */
  AbstractObject(Solver solver, int id, Object origin, String description, int anywhere) {
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

  /** It has so many bytes, if not more: nobody gets at an address that would be behind them. */
  void holds(long bytes) {
    size = Math.max(size, bytes);
  }

  /** From now on, nobody but {@link #initialize} writes to it. */
  void setConstant() {
    constant = true;
  }

  boolean isConstant() {
    return constant;
  }

  private boolean isBehind(int word) {
    return size >= 0 && (long) word * WORD >= size;
  }

  /** The set of what is stored at unknown places. */
  int anywhere() {
    return anywhere;
  }

  /** The set of a word. */
  int word(int word) {
    int node = words.getOrDefault(word, -1);
    if (node < 0) {
      node = solver.node();
      if (isBehind(word)) {
        return node; // of no use to anybody
      }
      words.put(word, node);
      solver.include(anywhere, node, 0);
      for (WordListener listener : List.copyOf(listeners)) {
        listener.found(word, node);
      }
    }
    return node;
  }

  /** The set of everything that is stored in it. */
  private int all() {
    if (all < 0) {
      all = solver.node();
      solver.include(anywhere, all, 0);
      listen((word, node) -> solver.include(node, all, 0));
    }
    return all;
  }

  void listen(WordListener listener) {
    listeners.add(listener);
    for (Int2IntMap.Entry entry : List.copyOf(words.int2IntEntrySet())) {
      listener.found(entry.getIntKey(), entry.getIntValue());
    }
  }

  private static boolean known(int offset, long bytes) {
    return offset != AbstractPlace.ANY && bytes <= MOST_WORDS * WORD;
  }

  /** What is read there is in the given set. */
  void read(int offset, long bytes, int to) {
    if (known(offset, bytes)) {
      for (int word = offset / WORD; word <= (offset + bytes - 1) / WORD; word++) {
        if (!isBehind(word)) {
          solver.include(word(word), to, 0);
        }
      }
    } else {
      solver.include(all(), to, 0);
    }
  }

  /** What is read there and behind, however far, is in the given set. */
  void readFrom(int offset, int to) {
    solver.include(anywhere, to, 0);
    listen(
        (word, node) -> {
          if (word >= offset / WORD) {
            solver.include(node, to, 0);
          }
        });
  }

  /** What is in the given set may be stored there. */
  void write(int offset, long bytes, int from) {
    if (!constant) {
      initialize(offset, bytes, from);
    }
  }

  /** What is in the given set is there from the beginning. */
  void initialize(int offset, long bytes, int from) {
    if (!known(offset, bytes)) {
      if (size != 0) {
        solver.include(from, anywhere, 0);
      }
      return;
    }
    for (int word = offset / WORD; word <= (offset + bytes - 1) / WORD; word++) {
      if (!isBehind(word)) {
        solver.include(from, word(word), 0);
      }
    }
  }

  @Override
  public String toString() {
    return description;
  }
}
