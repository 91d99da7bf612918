package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy of some bytes from where one set points to, to where another one does. The sources are
 * gathered in a few sets, which the targets include, so that not every source has to meet every
 * target.
 *
 * <p>Words are told apart if both sides are at known places, equally far from the start of a word.
 */
final class BlockCopy {
  private static final int WORD = AbstractObject.WORD;

  private final Solver solver;
  private final AbstractMemory memory;
  private final long size;
  private final int unknown; // what goes to unknown places of all targets
  private final List<Aligned> byDistance = new ArrayList<>(); // from the start of a word
  private final LongOpenHashSet sources = new LongOpenHashSet();
  private final LongOpenHashSet targets = new LongOpenHashSet();

  /** The sources and targets that are so far from the start of a word. */
  private final class Aligned {
    final List<AbstractObject> sources = new ArrayList<>();
    final List<AbstractObject.WordListener> targets = new ArrayList<>();
    final Int2IntMap words = new Int2IntOpenHashMap(); // of the copied bytes
    int all = -1; // all that is in the sources, if other targets need it

    void addSource(AbstractObject object, int offset) {
      sources.add(object);
      if (all >= 0) {
        object.read(AbstractPlace.ANY, Long.MAX_VALUE, all);
      }
      int first = offset / WORD;
      long last = (offset + size - 1) / WORD;
      object.listen(
          (word, node) -> {
            if (word >= first && word <= last) {
              solver.include(node, word(word - first), 0);
            }
          });
    }

    private int word(int word) {
      int node = words.getOrDefault(word, -1);
      if (node < 0) {
        node = solver.node();
        words.put(word, node);
        for (AbstractObject.WordListener target : List.copyOf(targets)) {
          target.found(word, node);
        }
      }
      return node;
    }

    void addTarget(AbstractObject object, int offset) {
      int first = offset / WORD;
      AbstractObject.WordListener target =
          (word, node) -> {
            boolean near = (long) (first + word) * WORD < AbstractPlace.FARTHEST;
            solver.include(node, near ? object.word(first + word) : object.anywhere(), 0);
          };
      targets.add(target);
      List.copyOf(words.int2IntEntrySet())
          .forEach(entry -> target.found(entry.getIntKey(), entry.getIntValue()));
    }

    void addOtherTarget(int anywhere) {
      if (all < 0) {
        all = solver.node();
        sources.forEach(object -> object.read(AbstractPlace.ANY, Long.MAX_VALUE, all));
      }
      solver.include(all, anywhere, 0);
    }
  }

  /** A copy of so many bytes; a negative size is an unknown one. */
  BlockCopy(Solver solver, AbstractMemory memory, long size) {
    this.solver = solver;
    this.memory = memory;
    this.size = size;
    this.unknown = solver.node();
    for (int i = 0; i < WORD; i++) {
      byDistance.add(new Aligned());
    }
  }

  /** Copies from where one set points to, to where the other one does. */
  void connect(int to, int from) {
    solver.listen(from, this::addSource);
    solver.listen(to, this::addTarget);
  }

  private void addSource(long place) {
    if (!sources.add(place)) {
      return;
    }
    AbstractObject object = memory.at(place);
    int offset = AbstractPlace.offset(place);
    if (offset == AbstractPlace.ANY) {
      object.read(AbstractPlace.ANY, Long.MAX_VALUE, unknown);
    } else if (size < 0) {
      object.readFrom(offset, unknown);
    } else {
      solver.include(object.anywhere(), unknown, 0);
      byDistance.get(offset % WORD).addSource(object, offset);
    }
  }

  private void addTarget(long place) {
    AbstractObject object = memory.at(place);
    if (!targets.add(place) || object.isConstant()) {
      return;
    }
    int offset = AbstractPlace.offset(place);
    solver.include(unknown, object.anywhere(), 0);
    for (int distance = 0; size >= 0 && distance < WORD; distance++) {
      if (offset != AbstractPlace.ANY && offset % WORD == distance) {
        byDistance.get(distance).addTarget(object, offset);
      } else {
        byDistance.get(distance).addOtherTarget(object.anywhere());
      }
    }
  }
}
