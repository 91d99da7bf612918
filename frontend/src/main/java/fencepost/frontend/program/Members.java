package fencepost.frontend.program;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.List;

/** Processes that have numbers of their own in a communicator, a team or a group. */
public final class Members {
  /** The number of a process that is not a member. */
  public static final int NONE = -1;

  private final int[] processes;

  /** Of those whose number is not their rank. */
  private final Int2IntOpenHashMap numbers = new Int2IntOpenHashMap();

  public Members(int... processes) {
    this.processes = processes.clone();
    numbers.defaultReturnValue(NONE);
    for (int i = 0; i < processes.length; i++) {
      if (processes[i] != i) {
        numbers.putIfAbsent(processes[i], i);
      }
    }
  }

  public Members(List<Integer> processes) {
    this(processes.stream().mapToInt(Integer::intValue).toArray());
  }

  public int size() {
    return processes.length;
  }

  public boolean has(int number) {
    return number >= 0 && number < processes.length;
  }

  /** The rank of the process that has the number. */
  public int world(int number) {
    return processes[number];
  }

  /** The number of the process with the rank; {@link #NONE} if it is not a member. */
  public int number(int world) {
    return has(world) && processes[world] == world ? world : numbers.get(world);
  }
}
