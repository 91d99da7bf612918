package fencepost.check.mpi;

import fencepost.check.machine.Halt;

/** Start and end, timers, errors, memory: chapters 9 and 11 of MPI 4.1. */
final class MpiEnvironmentCalls {
  /** All handles of a library are of the same size; not every library has sessions. */
  private static final String ANY_HANDLE = "MPI_Comm";

  private MpiEnvironmentCalls() {}

  static void addTo(MpiModel library) {
    library.rule("MPI_Init", MpiEnvironmentCalls::initialize);
    library.rule(
        "MPI_Init_thread",
        call -> {
          if (call.argument("provided") != 0) {
            call.store("provided", 4, call.argument("required"));
          }
          initialize(call);
        });
    library.rule("MPI_Finalize", MpiEnvironmentCalls::finish);
    library.rule(
        "MPI_Session_init",
        call -> {
          long handle = call.process.world.newHandle();
          call.process.storeHandle(call.argument("session"), ANY_HANDLE, handle);
          call.done();
        });
    library.rule("MPI_Session_finalize", MpiCall::done);
    library.rule("MPI_Initialized", call -> flag(call, 0, call.process.initialized));
    library.rule("MPI_Finalized", call -> flag(call, 0, call.process.finalized));
    library.rule(
        "MPI_Query_thread",
        call -> {
          call.memory().store(call.at(0), 4, call.header.integer("MPI_THREAD_MULTIPLE"));
          call.done();
        });
    library.rule("MPI_Is_thread_main", call -> flag(call, 0, true));
    library.rule(
        "MPI_Abort",
        call -> {
          call.process.process.machine().abort(call.integer("errorcode"));
          throw Halt.exit(call.integer("errorcode"));
        });
    library.rule("MPI_Wtime", call -> call.invocation().returns(time(call)));
    library.rule("MPI_Wtick", call -> call.invocation().returns(1e-9));
    library.rule(
        "MPI_Get_processor_name",
        call -> {
          call.memory().text(call.at(0), "node");
          call.memory().store(call.at(1), 4, 4);
          call.done();
        });
    library.rule(
        "MPI_Get_version",
        call -> {
          call.memory().store(call.at(0), 4, call.header.integer("MPI_VERSION"));
          call.memory().store(call.at(1), 4, call.header.integer("MPI_SUBVERSION"));
          call.done();
        });
    library.rule(
        "MPI_Get_library_version",
        call -> {
          call.memory().text(call.at(0), "fencepost");
          call.memory().store(call.at(1), 4, 9);
          call.done();
        });
    library.rule(
        "MPI_Error_string",
        call -> {
          call.memory().text(call.at(1), "error");
          call.memory().store(call.at(2), 4, 5);
          call.done();
        });
    library.rule(
        "MPI_Error_class",
        call -> {
          call.memory().store(call.at(1), 4, call.at(0));
          call.done();
        });
    library.rules(
        MpiCall::done,
        "MPI_Comm_set_errhandler",
        "MPI_Win_set_errhandler",
        "MPI_Errhandler_set",
        "MPI_Errhandler_free",
        "MPI_Comm_set_name",
        "MPI_Win_set_name",
        "MPI_Type_set_name",
        "MPI_Pcontrol",
        "MPI_Add_error_class");
    library.rule(
        "MPI_Alloc_mem",
        call -> {
          call.store("baseptr", 8, call.memory().allocate(call.argument("size")));
          call.done();
        });
    library.rule(
        "MPI_Free_mem",
        call -> {
          call.memory().free(call.argument("base"));
          call.done();
        });
  }

  private static void initialize(MpiCall call) {
    call.process.initialized = true;
    call.done();
  }

  /** Whoever waits for the others here orders them; the record says so (MPI 4.1, 11.2.2). */
  private static void finish(MpiCall call) {
    Comm world = call.process.world.world();
    Round round = world.next(call.process.rank());
    round.bring(call.process.rank(), true);
    call.doneWhen(() -> round.hasAll(world.members), () -> call.process.finalized = true);
  }

  static void flag(MpiCall call, int argument, boolean value) {
    call.memory().store(call.at(argument), 4, value ? 1 : 0);
    call.done();
  }

  private static double time(MpiCall call) {
    return call.process.process.machine().tick() * 1e-6;
  }
}
