package fencepost.check.gaspi;

import fencepost.check.machine.Machine;
import fencepost.check.machine.Process;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What all processes of a GASPI program share. */
public final class GaspiWorld {
  private final List<GaspiProcess> processes = new ArrayList<>();
  private final Map<List<Integer>, List<Group>> groups = new HashMap<>();
  private final Group all;

  public GaspiWorld(Machine machine) {
    for (Process process : machine.processes()) {
      processes.add(new GaspiProcess(this, process));
    }
    all = new Group(IntStream.range(0, size()).boxed().toList());
    all.members.forEach(all::join);
    machine.add(new GaspiLibrary(this));
  }

  int size() {
    return processes.size();
  }

  GaspiProcess process(int rank) {
    Refused.unless(rank < size(), Outcome.ERR_INV_RANK);
    return processes.get(rank);
  }

  /** {@code GASPI_GROUP_ALL}. */
  Group all() {
    return all;
  }

  /**
   * The group that a process begins to commit: groups of the same members are told apart by the
   * order in which each of them commits them.
   */
  Group join(List<Integer> members, int rank) {
    List<Group> same = groups.computeIfAbsent(members, key -> new ArrayList<>());
    for (Group group : same) {
      if (group.join(rank)) {
        return group;
      }
    }
    Group group = new Group(members);
    group.join(rank);
    same.add(group);
    return group;
  }
}
