package fencepost.check.record;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineStrand;
import fencepost.trace.Model;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What lies below the capture library, which is executed with the program: in place of {@code
 * ring.c}, {@code watch.c}, {@code access.c} and {@code process.c} the records of {@link Recorder},
 * its table of watched memory, and the time of the machine.
 */
public final class CaptureRuntime implements Library {
  private final List<Recorder> recorders;
  private final Map<String, Action> actions = new HashMap<>();

  private interface Action {
    void act(Recorder recorder, Invocation call);
  }

  /**
   * @param recorders for each process, what is recorded of it
   */
  public CaptureRuntime(List<Recorder> recorders) {
    this.recorders = recorders;
    addRing();
    addWorlds();
    addCalls();
    addWatched();
    addAtomics();
    addAccesses();
    addMemory();
  }

  @Override
  public @Nullable Routine routine(String name) {
    Action action = actions.get(name);
    return action == null ? null : call -> action.act(recorders.get(call.process().rank()), call);
  }

  private void add(String name, Action action) {
    actions.put(name, action);
  }

  // ---- ring.c and process.c ----

  private void addRing() {
    add(
        "fp_begin",
        (r, c) -> {
          long[] constants =
              IntStream.range(0, c.integer(3))
                  .mapToLong(i -> c.process().invoke(c.argument(4), i))
                  .toArray();
          r.begin(Model.at(c.integer(0)), c.integer(1), c.integer(2), constants);
          c.returns(true);
        });
    add("fp_end", (r, c) -> r.end(Model.at(c.integer(0))));
    add("atexit", CaptureRuntime::atExit);
    add(
        "fp_claim",
        (r, c) -> c.returns(r.claim(c.integer(0), c.integer(1), c.integer(2), c.integer(3))));
    add("fp_commit", (r, c) -> r.commit());
    add("fp_enter_among_others", (r, c) -> c.waitFor(r::mayEnter, r::enter));
    add("fp_leave_among_others", (r, c) -> r.leave());
    add("fp_lose", (r, c) -> {});
    add("fp_may_end", (r, c) -> r.mayEnd());
  }

  // ---- mpi_worlds.c: there is one world, and nobody joins it ----

  private void addWorlds() {
    add("fp_world", (r, c) -> c.returns(0));
    add("fp_meet_parents", (r, c) -> c.returns(1));
    add("fp_tell_parents", (r, c) -> {});
    add("fp_linked", (r, c) -> {});
  }

  /** What the program itself registers is not executed. */
  private static void atExit(Recorder recorder, Invocation call) {
    if (call.process().isInCapture()) {
      recorder.atExit(call.argument(0));
    }
    call.returns(0);
  }

  private void addCalls() {
    add("fp_path", (r, c) -> c.returns(r.path(c.argument(0))));
    add("fp_now", (r, c) -> c.returns(c.process().machine().tick()));
    add("fp_hold", (r, c) -> {});
    add("fp_settle", (r, c) -> {});
    add("fp_await_turn", (r, c) -> {});
    add("fp_take_turn", (r, c) -> {});
    add("fp_end_turn", (r, c) -> {});
    add("fp_await_send", (r, c) -> c.returns(0));
    add("fp_next_receive", (r, c) -> c.returns(0));
    add("fp_received", (r, c) -> {});
    add("fp_begin_call", (r, c) -> c.returns(r.beginCall()));
    add("fp_end_call", (r, c) -> r.endCall());
    add("fp_await_earlier_calls", CaptureRuntime::awaitEarlierCalls);
    add("fp_tell_calling", (r, c) -> r.tellCalling(c.argument(0)));
  }

  private static void awaitEarlierCalls(Recorder recorder, Invocation call) {
    long time = call.argument(0);
    MachineStrand own = call.process().strand();
    call.waitFor(() -> recorder.isRecordedUntil(time, own), () -> {});
  }

  // ---- watch.c ----

  private void addWatched() {
    add(
        "fp_watch_window",
        (r, c) -> r.watched().window(c.argument(0), c.argument(1), c.argument(2)));
    add("fp_unwatch_window", (r, c) -> r.watched().withdrawWindow(c.argument(0)));
    add("fp_unwatch_from", (r, c) -> r.watched().withdrawFrom(c.argument(0), c.argument(1)));
    add(
        "fp_watch_buffer",
        (r, c) ->
            r.watched()
                .buffer(c.argument(0), c.argument(1), c.argument(2), c.integer(3), c.argument(4)));
    add("fp_unwatch_target", (r, c) -> r.watched().completedTarget(c.argument(0), c.integer(1)));
    add("fp_unwatch_request", (r, c) -> r.watched().completedRequest(c.argument(0)));
    add("fp_suspend_request", (r, c) -> r.watched().suspend(c.argument(0)));
    add("fp_resume_request", (r, c) -> r.watched().resume(c.argument(0)));
    add("fp_forget_request", (r, c) -> r.watched().forget(c.argument(0)));
  }

  // ---- atomics.c ----

  private void addAtomics() {
    add("fp_share", (r, c) -> r.share(c.argument(1), c.argument(2)));
    add("fp_unshare", (r, c) -> {}); // a block is never mapped twice
    add("fp_fence", (r, c) -> r.strands().fence(true, true, c.argument(1)));
  }

  // ---- access.c and memory.c; a code address is that of the instruction behind a call ----

  private void addAccesses() {
    add("fp_flush_accesses", (r, c) -> r.flush());
    add(
        "fp_load",
        (r, c) -> c.process().watcher().load(c.argument(0), c.argument(1), c.argument(2) - 1));
    add(
        "fp_store",
        (r, c) -> c.process().watcher().store(c.argument(0), c.argument(1), c.argument(2) - 1));
    add(
        "fp_free",
        (r, c) -> c.process().watcher().free(c.argument(0), c.argument(1), c.argument(2) - 1));
  }

  private void addMemory() {
    for (String name : List.of("__real_memcpy", "__real_memmove")) {
      add(
          name,
          (r, c) -> {
            c.memory().copy(c.argument(0), c.memory(), c.argument(1), c.argument(2));
            c.returns(c.argument(0));
          });
    }
    add(
        "__real_memset",
        (r, c) -> {
          c.memory().fill(c.argument(0), (byte) c.argument(1), c.argument(2));
          c.returns(c.argument(0));
        });
    add("fp_room", (r, c) -> room(c));
  }

  /** An array that can hold the needed number of elements. */
  private static void room(Invocation call) {
    MachineMemory memory = call.memory();
    long array = call.argument(0);
    long room = memory.load(call.argument(1), 8);
    long needed = call.argument(2);
    long element = call.argument(3);
    if (needed <= room) {
      call.returns(array);
      return;
    }
    long larger = Math.max(2 * room, Math.max(16, needed));
    long moved = memory.allocate(larger * element);
    memory.copy(moved, memory, array, room * element);
    if (array != 0) {
      memory.free(array);
    }
    memory.store(call.argument(1), 8, larger);
    call.returns(moved);
  }
}
