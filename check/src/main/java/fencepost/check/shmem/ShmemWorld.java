package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Machine;
import fencepost.check.machine.Process;
import fencepost.check.mpi.Round;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What all processes of an OpenSHMEM program share. */
public final class ShmemWorld {
  private final List<ShmemProcess> processes = new ArrayList<>();
  private final Map<List<Integer>, Team> activeSets = new HashMap<>();
  private final Map<Long, Deque<Integer>> locks = new HashMap<>();
  final Team world;
  final Team shared;
  final Round started = new Round();
  private long handles = 0x2000_0000L;

  public ShmemWorld(Machine machine) {
    List<Integer> everyone = IntStream.range(0, machine.processes().size()).boxed().toList();
    world = new Team(everyone);
    shared = new Team(everyone);
    for (Process process : machine.processes()) {
      processes.add(new ShmemProcess(this, process));
    }
    machine.add(new ShmemLibrary(this));
  }

  ShmemProcess process(int rank) {
    return processes.get(rank);
  }

  /** Processes {@code start}, {@code start + 2^logStride}, ... */
  Team activeSet(int start, int logStride, int size) {
    int last = start + ((size - 1) << logStride);
    if (start < 0 || size < 1 || last >= world.size()) {
      throw Halt.fault("an active set with processes that do not exist");
    }
    return activeSets.computeIfAbsent(
        List.of(start, logStride, size),
        key -> new Team(IntStream.range(0, size).mapToObj(i -> start + (i << logStride)).toList()));
  }

  /** Who holds a lock, and behind it who waits; the lock is known by its address at process 0. */
  Deque<Integer> lock(long address) {
    return locks.computeIfAbsent(address, key -> new ArrayDeque<>());
  }

  /** A handle that is no address. */
  long newHandle() {
    return handles += 16;
  }
}
