package fencepost.frontend.mpi;

import fencepost.frontend.mpi.Window.Exposure;
import fencepost.frontend.program.Slots;
import fencepost.trace.RecordCursor;

/**
 * Making and freeing windows (MPI 4.1, 12.2): collective, and freeing completes what is in flight.
 */
final class Windows {
  private final MpiFrontEnd frontEnd;
  private final Collectives collectives;

  Windows(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.collectives = new Collectives(frontEnd);
  }

  void addRules() {
    constructor("MPI_Win_create", memory("MPI_Win_create", "base"));
    constructor("MPI_Win_allocate", memory("MPI_Win_allocate", "baseptr"));
    constructor("MPI_Win_allocate_shared", memory("MPI_Win_allocate_shared", "baseptr"));
    constructor("MPI_Win_create_dynamic", Windows::everything);
    attach();
    setInfo();
    free();
  }

  /** A barrier, but for a window that is never locked (MPI 4.1, 12.2.5). */
  private void free() {
    int freed = new Slots(frontEnd.table(), "MPI_Win_free").of("win");
    ActiveTarget fences = new ActiveTarget(frontEnd);
    frontEnd.rule(
        "MPI_Win_free",
        (process, record, returns) -> {
          if (!returns) {
            process.thread.freeing = record.slot(freed);
            WindowAccess access = process.window(process.thread.freeing);
            if (access.neverLocked) {
              process.thread.fence = null;
            } else {
              fences.enterBarrier(process, access);
            }
            return true;
          }
          if (process.thread.fence != null && !fences.leaveBarrier(process)) {
            return false;
          }
          process.forgetWindow(process.thread.freeing);
          return true;
        });
  }

  /** What the calling process exposes. */
  private interface Exposing {
    Exposure of(MpiProcess process, RecordCursor record);
  }

  private void constructor(String call, Exposing exposing) {
    Slots slots = new Slots(frontEnd.table(), call);
    int comm = slots.of("comm");
    int handle = slots.of("win");
    int noLocks = slots.of("no_locks");
    Info info = new Info(slots);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Communicator communicator = process.communicator(record.slot(comm));
          if (!returns) {
            collectives.enter(process, communicator);
            return true;
          }
          if (process.thread.makingWindow == null) {
            if (!collectives.leave(process)) {
              return false;
            }
            process.thread.makingWindow = make(process, communicator, exposing.of(process, record));
          }
          WindowAccess made = process.thread.makingWindow;
          if (!made.window.isExposed()) {
            return false; // where the memory of others is, they say when they return
          }
          process.thread.makingWindow = null;
          process.define(record.slot(handle), made);
          info.tell(made, record);
          made.neverLocked = record.slot(noLocks) != 0;
          return true;
        });
  }

  private static WindowAccess make(
      MpiProcess process, Communicator communicator, Exposure exposure) {
    int self = communicator.member(process.rank);
    Window window = communicator.nextWindow(self);
    window.expose(self, exposure);
    return new WindowAccess(window, self);
  }

  private Exposing memory(String call, String baseArgument) {
    Slots slots = new Slots(frontEnd.table(), call);
    int base = slots.of(baseArgument);
    int size = slots.of("size");
    int unit = slots.of("disp_unit");
    return (process, record) -> {
      Exposure exposure =
          new Exposure(
              record.slot(base),
              record.slot(size),
              (int) record.slot(unit),
              process.site(record),
              call);
      frontEnd.exposed(process.rank, exposure);
      return exposure;
    };
  }

  /** Displacements in a dynamic window are addresses at the target (12.2.4). */
  private static Exposure everything(MpiProcess process, RecordCursor record) {
    return new Exposure(0, Long.MAX_VALUE, 1, process.site(record), "MPI_Win_create_dynamic");
  }

  private void attach() {
    Slots slots = new Slots(frontEnd.table(), "MPI_Win_attach");
    int base = slots.of("base");
    int size = slots.of("size");
    frontEnd.rule(
        "MPI_Win_attach",
        (process, record, returns) -> {
          frontEnd.exposed(
              process.rank,
              new Exposure(
                  record.slot(base), record.slot(size), 1, process.site(record), "MPI_Win_attach"));
          return true;
        });
  }

  /** What the info of a call says of accumulate operations. */
  private record Info(int ordering, int operations) {
    Info(Slots slots) {
      this(slots.of("ordering"), slots.of("ops"));
    }

    void tell(WindowAccess access, RecordCursor record) {
      access.inform(record.slot(ordering), record.slot(operations));
    }
  }

  private void setInfo() {
    Slots slots = new Slots(frontEnd.table(), "MPI_Win_set_info");
    int window = slots.of("win");
    Info info = new Info(slots);
    frontEnd.rule(
        "MPI_Win_set_info",
        (process, record, returns) -> {
          info.tell(process.window(record.slot(window)), record);
          return true;
        });
  }
}
