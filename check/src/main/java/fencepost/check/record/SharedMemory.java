package fencepost.check.record;

import fencepost.check.machine.MemoryBlock;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory that several processes of an execution have mapped, and the steps on atomic variables
 * there.
 */
public final class SharedMemory {
  private final IdentityHashMap<MemoryBlock, Sequence> sequences = new IdentityHashMap<>();

  /** What is done to the atomic variables of a block, in the order in which it is done. */
  static final class Sequence {
    private final long id;
    private long number;
    private long releases;

    private Sequence(long id) {
      this.id = id;
    }

    long id() {
      return id;
    }

    /** How many steps have told something. */
    long releases() {
      return releases;
    }

    /** The number of the next step. */
    long step(boolean tells) {
      releases += tells ? 1 : 0;
      return ++number;
    }
  }

  void share(MemoryBlock block) {
    sequences.computeIfAbsent(block, key -> new Sequence(sequences.size()));
  }

  /** Null for memory of one process. */
  @Nullable Sequence sequenceOf(MemoryBlock block) {
    return sequences.get(block);
  }
}
