package fencepost.check.mpi;

import fencepost.check.machine.Machine;
import fencepost.check.machine.MachineProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What all processes of an MPI program share. */
public final class MpiWorld {
  private final List<CheckedMpiProcess> processes = new ArrayList<>();
  private final Comm world;
  private long handles = 0x2000_0000L;

  public MpiWorld(Machine machine) {
    world = new Comm(IntStream.range(0, machine.processes().size()).boxed().toList());
    for (MachineProcess process : machine.processes()) {
      processes.add(new CheckedMpiProcess(this, process));
    }
    machine.add(new MpiModel(this, machine.image()));
  }

  Comm world() {
    return world;
  }

  CheckedMpiProcess process(int rank) {
    return processes.get(rank);
  }

  /** A handle that no constant of a header is equal to, and that fits into an int. */
  long newHandle() {
    return handles += 16;
  }
}
