package fencepost.frontend.mpi;

import fencepost.frontend.mpi.Window.Exposure;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.trace.ApiTable.When;
import fencepost.trace.RecordCursor;
import java.util.List;

/**
 * Making and freeing windows (MPI 4.1, 12.2): collective, and freeing completes what is in flight.
 */
final class Windows {
  private final MpiFrontEnd frontEnd;
  private final MpiCollectiveRules collectives;

  Windows(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.collectives = new MpiCollectiveRules(frontEnd);
  }

  void addRules() {
    frontEnd.rule("make_window", (slots, details) -> constructor(slots));
    frontEnd.rule("attach", (slots, details) -> attach(slots));
    frontEnd.rule("set_info", (slots, details) -> setInfo(slots));
    frontEnd.rule("free_window", (slots, details) -> free(slots.of("win")));
  }

  /** A barrier, but for a window that is never locked (MPI 4.1, 12.2.5). */
  private Rule<MpiProcess> free(int freed) {
    ActiveTarget fences = new ActiveTarget(frontEnd);
    return (process, record, returns) -> {
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
      if (process.thread.fence != null
          && !fences.leaveBarrier(process, process.window(process.thread.freeing), record)) {
        return false;
      }
      process.forgetWindow(process.thread.freeing);
      return true;
    };
  }

  /** What the calling process exposes. */
  private interface Exposing {
    Exposure of(MpiProcess process, RecordCursor record);
  }

  private Rule<MpiProcess> constructor(Slots slots) {
    int comm = slots.of("comm");
    int handle = slots.of("win");
    int noLocks = slots.of("no_locks");
    Info info = new Info(slots);
    Exposing exposing = exposing(slots);
    return (process, record, returns) -> {
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
    };
  }

  private static WindowAccess make(
      MpiProcess process, Communicator communicator, Exposure exposure) {
    int self = communicator.member(process.rank);
    Window window = communicator.nextWindow(self);
    window.expose(self, exposure);
    return new WindowAccess(window, self);
  }

  /**
   * The memory that the call is given, or has allocated. Displacements in a dynamic window are
   * addresses at the target (12.2.4).
   */
  private Exposing exposing(Slots slots) {
    String call = slots.call().name();
    List<String> given = slots.call().arguments(When.EXPOSES);
    List<String> memory = given.isEmpty() ? slots.call().arguments(When.ALLOCATES) : given;
    if (memory.isEmpty()) {
      return (process, record) -> new Exposure(0, Long.MAX_VALUE, 1, process.site(record), call);
    }
    int base = slots.of(memory.get(0));
    int size = slots.of(memory.get(1));
    int unit = memory.size() > 2 ? slots.of(memory.get(2)) : -1;
    return (process, record) -> {
      Exposure exposure =
          new Exposure(
              record.slot(base),
              record.slot(size),
              unit < 0 ? 1 : (int) record.slot(unit),
              process.site(record),
              call);
      frontEnd.exposed(process.rank, exposure);
      return exposure;
    };
  }

  private Rule<MpiProcess> attach(Slots slots) {
    Exposing exposing = exposing(slots);
    return (process, record, returns) -> {
      exposing.of(process, record);
      return true;
    };
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

  private static Rule<MpiProcess> setInfo(Slots slots) {
    int window = slots.of("win");
    Info info = new Info(slots);
    return (process, record, returns) -> {
      info.tell(process.window(record.slot(window)), record);
      return true;
    };
  }
}
