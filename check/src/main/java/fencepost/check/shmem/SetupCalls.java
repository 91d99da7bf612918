package fencepost.check.shmem;

import fencepost.check.machine.Halt;

/** Start and end (OpenSHMEM 1.5, 9.1). The end is a barrier, as the table says. */
final class SetupCalls {
  private SetupCalls() {}

  static void addTo(ShmemLibrary library) {
    library.rules(ShmemCall::done, "shmem_init", "start_pes");
    library.rules(
        call -> {
          call.memory().store(call.argument("provided"), 4, call.argument("requested"));
          call.done();
        },
        "shmem_init_thread");
    library.rules(
        call -> {
          call.process.process.machine().abort(call.integer("status"));
          throw Halt.exit(call.integer("status"));
        },
        "shmem_global_exit");
  }
}
