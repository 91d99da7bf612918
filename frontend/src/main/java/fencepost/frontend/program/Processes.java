package fencepost.frontend.program;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The processes of the program. A rank counts in its world only: processes that were spawned have
 * an MPI_COMM_WORLD of their own (MPI 4.1, 11.8.2). Here each process has one number, and its first
 * strand, whatever world it is of; in the world that was started first the number is the rank.
 *
 * <p>Records name a process by a word, in which its world stands above its rank.
 */
public final class Processes {
  private static final int WORLD_SHIFT = RecordCursor.WORLD_SHIFT;
  private static final long RANK = (1L << WORLD_SHIFT) - 1;
  private static final int MOST = 1 << 20;

  private final Execution execution;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final List<Long> names = new ArrayList<>();
  private final List<Strand> strands = new ArrayList<>();
  private final Long2IntOpenHashMap sizes = new Long2IntOpenHashMap();
  private final Set<Long> introduced = new HashSet<>();

  Processes(Execution execution) {
    this.execution = execution;
    numbers.defaultReturnValue(-1);
  }

  /** A process says who it is, and how many its world has. All of these can be expected then. */
  public Strand introduce(long name, long size) {
    if (name < 0 || rank(name) >= size || size > MOST) {
      throw new BrokenTraceException("rank " + rank(name) + " of " + size);
    }
    int known = sizes.getOrDefault(world(name), (int) size);
    if (known != size) {
      throw new BrokenTraceException(
          String.format("one rank of %d, and another of %d", size, known));
    }
    if (!introduced.add(name)) {
      throw new BrokenTraceException(
          "a second process says that it is rank "
              + rank(name)
              + ": programs that connect must be started by one launcher");
    }
    if (!sizes.containsKey(world(name))) {
      sizes.put(world(name), known);
      for (int rank = 0; rank < size; rank++) { // once for all of them, not once for each
        meet(world(name) << WORLD_SHIFT | rank);
      }
    }
    return strands.get(number(name));
  }

  /** There is such a process, and if it is not known already, it will come. */
  public void meet(long name) {
    if (name < 0) {
      throw new BrokenTraceException("it is connected with processes that it does not know");
    }
    if (numbers.putIfAbsent(name, names.size()) < 0) {
      names.add(name);
      strands.add(execution.strand(strands.size()));
    }
  }

  /** The number of a process that has been met. */
  public int number(long name) {
    int number = numbers.get(name);
    if (number < 0) {
      throw new BrokenTraceException(
          "it has processes in a communicator that only others are connected with");
    }
    return number;
  }

  /** How many there are. */
  public int size() {
    return names.size();
  }

  /**
   * The numbers of all processes of the world that a process is of, in the order of their ranks.
   */
  public int[] worldOf(int process) {
    long world = world(names.get(process));
    int[] members = new int[sizes.get(world)];
    for (int rank = 0; rank < members.length; rank++) {
      members[rank] = number(world << WORLD_SHIFT | rank);
    }
    return members;
  }

  /** The world of a process: 0 for what the launcher has started. */
  public long world(int process) {
    return world(names.get(process));
  }

  /** The rank of a process in its world. */
  public int rank(int process) {
    return (int) rank(names.get(process));
  }

  private static long world(long name) {
    return name >>> WORLD_SHIFT;
  }

  private static long rank(long name) {
    return name & RANK;
  }
}
