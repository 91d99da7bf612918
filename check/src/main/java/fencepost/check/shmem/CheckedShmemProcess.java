package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One process as a user of OpenSHMEM: its symmetric memory, and what its handles stand for. */
final class CheckedShmemProcess {
  final ShmemWorld world;
  final MachineProcess process;
  final CheckedSymmetricMemory symmetric;
  private final Map<Long, CheckedTeam> teams = new HashMap<>();
  private final Map<Long, Long> contexts = new HashMap<>();
  private @Nullable ShmemHeader header;

  CheckedShmemProcess(ShmemWorld world, MachineProcess process) {
    this.world = world;
    this.process = process;
    this.symmetric = new CheckedSymmetricMemory(process);
  }

  int rank() {
    return process.rank();
  }

  MachineMemory memory() {
    return process.memory();
  }

  /** The constants of the header; read when the first call is made. */
  ShmemHeader header() {
    if (header == null) {
      header = ShmemHeader.read(process);
      teams.put(header.constant("SHMEM_TEAM_SHARED"), world.shared);
      teams.put(header.constant("SHMEM_TEAM_WORLD"), world.world);
      contexts.put(header.constant("SHMEM_CTX_DEFAULT"), header.constant("SHMEM_TEAM_WORLD"));
    }
    return header;
  }

  // ---- teams ----

  /** The team of a handle; null if it is the handle of none. */
  @Nullable CheckedTeam findTeam(long handle) {
    return teams.get(handle);
  }

  CheckedTeam team(long handle) {
    CheckedTeam team = teams.get(handle);
    if (team == null) {
      throw Halt.fault("a call of OpenSHMEM names a team that the PE is not in");
    }
    return team;
  }

  long add(CheckedTeam team) {
    long handle = world.newHandle();
    teams.put(handle, team);
    return handle;
  }

  void removeTeam(long handle) {
    teams.remove(handle);
  }

  // ---- contexts ----

  /** The handle of the team that a context belongs to. */
  long teamOf(long context) {
    Long team = contexts.get(context);
    if (team == null) {
      throw Halt.fault("a call of OpenSHMEM names a context that does not exist");
    }
    return team;
  }

  long addContext(long team) {
    long handle = world.newHandle();
    contexts.put(handle, team);
    return handle;
  }

  void removeContext(long context) {
    contexts.remove(context);
  }

  List<Long> contextsOf(long team) {
    return contexts.entrySet().stream()
        .filter(entry -> entry.getValue() == team)
        .map(Map.Entry::getKey)
        .toList();
  }
}
