package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.mpi.Window.Fence;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Rules.Rule;
import fencepost.trace.RecordCursor;

/**
 * Active target synchronisation: fence (MPI 4.1, 12.5.1), and post, start, complete, wait (12.5.2).
 */
final class ActiveTarget {
  private final MpiFrontEnd frontEnd;
  private final Execution execution;

  ActiveTarget(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("fence", (slots, details) -> fence(slots.of("win"), slots.of("assert")));
    frontEnd.rule(
        "post", (slots, details) -> onEntry(slots.of("win"), slots.of("group"), this::post));
    frontEnd.rule(
        "start_epoch",
        (slots, details) -> onEntry(slots.of("win"), slots.of("group"), this::start));
    frontEnd.rule("complete_epoch", (slots, details) -> completion(slots.of("win")));
    frontEnd.rule("await_epoch", (slots, details) -> waiting(slots.of("win")));
  }

  private Rule<MpiProcess> fence(int win, int assertion) {
    return (process, record, returns) -> {
      WindowAccess window = process.window(record.slot(win));
      boolean precedes = (record.slot(assertion) & process.constants.noPrecede) == 0;
      if (returns) {
        return !precedes || leaveBarrier(process, window, record);
      }
      if (precedes) {
        enterBarrier(process, window);
      } else {
        grantOnly(process, window);
      }
      return true;
    };
  }

  private Rule<MpiProcess> completion(int win) {
    return (process, record, returns) -> {
      WindowAccess access = process.window(record.slot(win));
      return returns ? complete(process, access) : letGo(process, access);
    };
  }

  /** A test is recorded only when it was successful. */
  private Rule<MpiProcess> waiting(int win) {
    return (process, record, returns) ->
        !returns || await(process, process.window(record.slot(win)), record);
  }

  // ---- fence ----

  /** Everybody's operations on the window are complete for everybody who has passed the fence. */
  void enterBarrier(MpiProcess process, WindowAccess access) {
    Fence fence = access.window.nextFence(access.self);
    process.thread.fence = fence;
    access.openFence = null;
    fence.arrive(access.self, process.strand, access);
    if (fence.everyoneArrived()) {
      // Only now has everything begun that ends here: the strands stand still in the fence, so they
      // can still say so.
      fence.forEachArrived(
          (member, arrived, its) -> {
            its.busy().forEach(target -> completeAt(arrived, target, fence));
            its.completed();
            fence.entries.enter(member, fence.entries.entry(execution, arrived));
          });
      fence.arrival.ring();
    }
  }

  private void completeAt(Strand strand, WindowAccess.Target target, Fence fence) {
    target.local.complete(execution, strand);
    target.remote.complete(execution, strand);
    fence.takeFrom(target);
  }

  boolean leaveBarrier(MpiProcess process, WindowAccess access, RecordCursor record) {
    Fence fence = ErroneousCallException.require(process.thread.fence, "it was never entered");
    if (!fence.everyoneArrived()) {
      fence.arrival.wakes(process.process);
      return false;
    }
    execution.await(process.strand, fence.entries.all());
    fence.leave(access.self, process.ended(record));
    return true;
  }

  /**
   * MPI_MODE_NOPRECEDE: no barrier, but nobody's memory is accessed before its owner has entered
   * (12.5.1).
   */
  private void grantOnly(MpiProcess process, WindowAccess access) {
    Fence fence = access.window.nextFence(access.self);
    access.openFence = fence;
    execution.open(fence.grant(access.self), execution.signal(process.strand));
  }

  // ---- post, start, complete, wait ----

  private interface GroupCall {
    void apply(MpiProcess process, WindowAccess window, int peer);
  }

  /** Applies a call to each member of its group when it is entered. */
  private Rule<MpiProcess> onEntry(int windowSlot, int groupSlot, GroupCall call) {
    return (process, record, returns) -> {
      if (!returns) {
        WindowAccess access = process.window(record.slot(windowSlot));
        for (int member : process.members(record, groupSlot)) {
          call.apply(process, access, access.window.communicator.member(member));
        }
      }
      return true;
    };
  }

  private void post(MpiProcess process, WindowAccess access, int origin) {
    Handshake handshake = access.window.nextPost(access.self, origin);
    access.posted.add(handshake);
    execution.open(handshake.grant, execution.signal(process.strand));
  }

  private void start(MpiProcess process, WindowAccess access, int target) {
    access.started.put(target, access.window.nextStart(target, access.self));
  }

  /** The target's wait may return before the origin's call does, so the signal is of its entry. */
  private boolean letGo(MpiProcess process, WindowAccess access) {
    Signal signal = execution.signal(process.strand);
    for (int target : access.started.keySet()) {
      Handshake handshake = access.started.get(target);
      handshake.completed = signal;
      handshake.updates.takeFrom(access.target(target).updates);
    }
    return true;
  }

  private boolean complete(MpiProcess process, WindowAccess access) {
    for (int target : access.started.keySet()) {
      if (!access.target(target).local.begun()) {
        return false; // what was fetched has arrived, so the target must have posted
      }
    }
    for (int target : access.started.keySet()) {
      access.target(target).local.complete(execution, process.strand);
    }
    access.started.clear();
    return true;
  }

  private boolean await(MpiProcess process, WindowAccess access, RecordCursor record) {
    if (access.posted.stream().anyMatch(handshake -> handshake.completed == null)) {
      return false;
    }
    for (Handshake handshake : access.posted) {
      frontEnd.program().awaitIfAny(process.strand, handshake.completed);
    }
    for (Handshake handshake : access.posted) {
      handshake.effects.complete(execution, process.strand);
      handshake.updates.completedAt(process.ended(record));
    }
    access.posted.clear();
    return true;
  }
}
