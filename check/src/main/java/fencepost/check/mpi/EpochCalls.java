package fencepost.check.mpi;

import java.util.List;
import java.util.stream.IntStream;

/** Synchronisation of windows (MPI 4.1, 12.5). */
final class EpochCalls {
  private EpochCalls() {}

  static void addTo(MpiLibrary library) {
    library.rule("MPI_Win_fence", EpochCalls::fence);
    library.rule("MPI_Win_post", EpochCalls::post);
    library.rule("MPI_Win_start", EpochCalls::start);
    library.rule("MPI_Win_complete", EpochCalls::complete);
    library.rule("MPI_Win_wait", call -> await(call, true));
    library.rule("MPI_Win_test", call -> await(call, false));
    library.rule("MPI_Win_lock", EpochCalls::lock);
    library.rule("MPI_Win_unlock", call -> unlock(call, List.of(call.integer("rank"))));
    library.rule("MPI_Win_lock_all", EpochCalls::lockAll);
    library.rule("MPI_Win_unlock_all", call -> unlock(call, everyone(call.window())));
    library.rules(
        call -> flush(call, List.of(call.integer("rank"))), "MPI_Win_flush", "MPI_Win_flush_local");
    library.rules(
        call -> flush(call, everyone(call.window())),
        "MPI_Win_flush_all",
        "MPI_Win_flush_local_all");
    library.rule("MPI_Win_sync", MpiCall::done);
  }

  private static List<Integer> everyone(Win win) {
    return IntStream.range(0, win.comm.size()).boxed().toList();
  }

  private static int origin(MpiCall call) {
    return call.window().comm.rankOf(call.process.rank());
  }

  private static boolean asserts(MpiCall call, String mode) {
    return (call.integer("assert") & call.header.integer(mode)) != 0;
  }

  // ---- active target ----

  private static void fence(MpiCall call) {
    Win win = call.window();
    int me = call.process.rank();
    Round round = win.fence(origin(call));
    round.bring(me, true);
    boolean opens = asserts(call, "MPI_MODE_NOPRECEDE");
    call.doneWhen(() -> opens || round.hasAll(win.comm.members), () -> {});
  }

  private static List<Integer> ranks(MpiCall call) {
    Comm comm = call.window().comm;
    return call.process.group(call.argument("group")).stream().map(comm::rankOf).toList();
  }

  private static void post(MpiCall call) {
    List<Integer> origins = ranks(call);
    call.window().exposing(origin(call), origins);
    origins.forEach(other -> call.window().post(origin(call), other));
    call.done();
  }

  private static void start(MpiCall call) {
    Win win = call.window();
    int me = origin(call);
    List<Integer> targets = ranks(call);
    win.accessing(me, targets);
    List<Integer> epochs = targets.stream().map(target -> win.start(target, me)).toList();
    boolean unchecked = asserts(call, "MPI_MODE_NOCHECK");
    call.doneWhen(
        () ->
            unchecked
                || IntStream.range(0, targets.size())
                    .allMatch(i -> win.isPosted(targets.get(i), me, epochs.get(i))),
        () -> {});
  }

  private static void complete(MpiCall call) {
    Win win = call.window();
    int me = origin(call);
    win.accessed(me).forEach(target -> win.complete(target, me));
    call.done();
  }

  private static void await(MpiCall call, boolean waits) {
    Win win = call.window();
    int me = origin(call);
    List<Integer> origins = win.exposed(me);
    List<Integer> epochs = origins.stream().map(other -> win.await(me, other)).toList();
    java.util.function.BooleanSupplier over =
        () ->
            IntStream.range(0, origins.size())
                .allMatch(i -> win.isCompleted(me, origins.get(i), epochs.get(i)));
    if (!waits) {
      boolean ended = over.getAsBoolean();
      call.store("flag", 4, ended ? 1 : 0);
      if (ended) {
        origins.forEach(other -> win.ended(me, other));
      } else {
        call.poll();
      }
      call.done();
      return;
    }
    call.doneWhen(over, () -> origins.forEach(other -> win.ended(me, other)));
  }

  // ---- passive target ----

  private static void lock(MpiCall call) {
    Win win = call.window();
    int target = call.integer("rank");
    int me = origin(call);
    if (call.isNobody(target)) {
      call.done();
      return;
    }
    boolean exclusive = call.integer("lock_type") == call.header.integer("MPI_LOCK_EXCLUSIVE");
    TargetLock lock = win.lock(target);
    lock.request(me, exclusive, asserts(call, "MPI_MODE_NOCHECK"));
    boolean protectsLoads = target == me || win.isShared(); // then it is held on return (12.5.3)
    call.doneWhen(() -> !protectsLoads || lock.isHeld(me), () -> {});
  }

  private static void lockAll(MpiCall call) {
    Win win = call.window();
    int me = origin(call);
    boolean unchecked = asserts(call, "MPI_MODE_NOCHECK");
    everyone(win).forEach(target -> win.lock(target).request(me, false, unchecked));
    call.done();
  }

  private static void flush(MpiCall call, List<Integer> targets) {
    Win win = call.window();
    int me = origin(call);
    call.doneWhen(
        () -> targets.stream().allMatch(t -> call.isNobody(t) || win.lock(t).isDone(me)), () -> {});
  }

  /** The entry was recorded while the lock is held. */
  private static void unlock(MpiCall call, List<Integer> targets) {
    Win win = call.window();
    int me = origin(call);
    call.doneWhen(
        () -> targets.stream().allMatch(t -> call.isNobody(t) || win.lock(t).isDone(me)),
        () ->
            targets.stream()
                .filter(target -> !call.isNobody(target))
                .forEach(target -> win.lock(target).release(me)));
  }
}
