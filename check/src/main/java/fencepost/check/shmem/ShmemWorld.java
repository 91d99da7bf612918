package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Machine;
import fencepost.check.machine.MachineProcess;
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
  private final List<CheckedShmemProcess> processes = new ArrayList<>();
  private final Map<List<Integer>, CheckedTeam> activeSets = new HashMap<>();
  private final Map<Long, Deque<Integer>> locks = new HashMap<>();
  final CheckedTeam world;
  final CheckedTeam shared;
  final Round started = new Round();
  private long handles = 0x2000_0000L;

  public ShmemWorld(Machine machine) {
    List<Integer> everyone = IntStream.range(0, machine.processes().size()).boxed().toList();
    world = new CheckedTeam(everyone);
    shared = new CheckedTeam(everyone);
    for (MachineProcess process : machine.processes()) {
      processes.add(new CheckedShmemProcess(this, process));
    }
    machine.add(new ShmemLibrary(this));
  }

  CheckedShmemProcess process(int rank) {
    return processes.get(rank);
  }

  /** Processes {@code start}, {@code start + 2^logStride}, ... */
  CheckedTeam activeSet(int start, int logStride, int size) {
    int last = start + ((size - 1) << logStride);
    if (start < 0 || size < 1 || last >= world.size()) {
      throw Halt.fault("an active set with processes that do not exist");
    }
    return activeSets.computeIfAbsent(
        List.of(start, logStride, size),
        key ->
            new CheckedTeam(
                IntStream.range(0, size).mapToObj(i -> start + (i << logStride)).toList()));
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
