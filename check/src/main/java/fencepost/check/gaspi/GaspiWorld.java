package fencepost.check.gaspi;

import fencepost.check.machine.Machine;
import fencepost.check.machine.MachineProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What all processes of a GASPI program share. */
public final class GaspiWorld {
  private final List<CheckedGaspiProcess> processes = new ArrayList<>();
  private final Map<List<Integer>, List<CheckedGroup>> groups = new HashMap<>();
  private final CheckedGroup all;

  public GaspiWorld(Machine machine) {
    for (MachineProcess process : machine.processes()) {
      processes.add(new CheckedGaspiProcess(this, process));
    }
    all = new CheckedGroup(IntStream.range(0, size()).boxed().toList());
    all.members.forEach(all::join);
    machine.add(new GaspiLibrary(this));
  }

  int size() {
    return processes.size();
  }

  CheckedGaspiProcess process(int rank) {
    Refused.unless(rank < size(), GaspiOutcome.ERR_INV_RANK);
    return processes.get(rank);
  }

  /** {@code GASPI_GROUP_ALL}. */
  CheckedGroup all() {
    return all;
  }

  /**
   * The group that a process begins to commit: groups of the same members are told apart by the
   * order in which each of them commits them.
   */
  CheckedGroup join(List<Integer> members, int rank) {
    List<CheckedGroup> same = groups.computeIfAbsent(members, key -> new ArrayList<>());
    for (CheckedGroup group : same) {
      if (group.join(rank)) {
        return group;
      }
    }
    CheckedGroup group = new CheckedGroup(members);
    group.join(rank);
    same.add(group);
    return group;
  }
}
