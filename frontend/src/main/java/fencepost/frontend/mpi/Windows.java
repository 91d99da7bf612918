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
    constructor("MPI_Win_create", "base");
    constructor("MPI_Win_allocate", "baseptr");
    constructor("MPI_Win_allocate_shared", "baseptr");
    dynamicWindow();
    attach();
    setInfo();
    int freed = new Slots(frontEnd.table(), "MPI_Win_free").of("win");
    ActiveTarget fences = new ActiveTarget(frontEnd);
    frontEnd.rule(
        "MPI_Win_free",
        (process, record, returns) -> {
          if (!returns) {
            fences.enterBarrier(process, process.window(record.slot(freed)));
            return true;
          }
          return fences.leaveBarrier(process);
        });
  }

  private void constructor(String call, String baseArgument) {
    Slots slots = new Slots(frontEnd.table(), call);
    int comm = slots.of("comm");
    int base = slots.of(baseArgument);
    int size = slots.of("size");
    int unit = slots.of("disp_unit");
    int handle = slots.of("win");
    Info info = new Info(slots);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Communicator communicator = process.communicator(record.slot(comm));
          if (!returns) {
            collectives.enter(process, communicator);
            return true;
          }
          if (!collectives.leave(process)) {
            return false;
          }
          Exposure exposure = exposure(process, record, call, base, size, unit);
          frontEnd.exposed(process.rank, exposure);
          info.tell(define(process, communicator, exposure, record.slot(handle)), record);
          return true;
        });
  }

  private static Exposure exposure(
      MpiProcess process, RecordCursor record, String call, int base, int size, int unit) {
    return new Exposure(
        record.slot(base), record.slot(size), (int) record.slot(unit), process.site(record), call);
  }

  /** Displacements in a dynamic window are addresses at the target (12.2.4). */
  private void dynamicWindow() {
    Slots slots = new Slots(frontEnd.table(), "MPI_Win_create_dynamic");
    int comm = slots.of("comm");
    int handle = slots.of("win");
    Info info = new Info(slots);
    frontEnd.rule(
        "MPI_Win_create_dynamic",
        (process, record, returns) -> {
          Communicator communicator = process.communicator(record.slot(comm));
          if (!returns) {
            collectives.enter(process, communicator);
            return true;
          }
          if (!collectives.leave(process)) {
            return false;
          }
          Exposure everything =
              new Exposure(0, Long.MAX_VALUE, 1, process.site(record), "MPI_Win_create_dynamic");
          info.tell(define(process, communicator, everything, record.slot(handle)), record);
          return true;
        });
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

  private WindowAccess define(
      MpiProcess process, Communicator communicator, Exposure exposure, long handle) {
    int self = communicator.member(process.rank);
    Window window = communicator.nextWindow(self);
    window.expose(self, exposure);
    WindowAccess access = new WindowAccess(window, self);
    process.define(handle, access);
    process.mapShared(access, handle);
    return access;
  }
}
