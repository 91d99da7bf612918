package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.mpi.Round;

/**
 * Start and end (OpenSHMEM 1.5, 9.1). The end is a barrier, as the table says. The start waits for
 * all PEs: nothing arrives at one that has not yet begun to use the library.
 */
final class SetupCalls {
  private SetupCalls() {}

  static void addTo(ShmemLibrary library) {
    library.rules(SetupCalls::start, "shmem_init", "start_pes");
    library.rules(
        call -> {
          call.memory().store(call.argument("provided"), 4, call.argument("requested"));
          start(call);
        },
        "shmem_init_thread");
    library.meaning(
        "end",
        call -> {
          call.process.process.machine().abort(call.integer("status"));
          throw Halt.exit(call.integer("status"));
        });
  }

  private static void start(ShmemCall call) {
    CheckedTeam world = call.process.world.world;
    Round started = call.process.world.started;
    started.bring(call.process.rank(), true);
    call.whenAll(world, started, call::done);
  }
}
