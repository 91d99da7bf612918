package fencepost.check.mpi;

import java.util.List;
import java.util.stream.IntStream;

/** Synchronisation of windows (MPI 4.1, 12.5). */
final class EpochCalls {
  private EpochCalls() {}

  static void addTo(MpiModel library) {
    library.meaning("fence", EpochCalls::fence);
    library.meaning("post", EpochCalls::post);
    library.meaning("start_epoch", EpochCalls::start);
    library.meaning("complete_epoch", EpochCalls::complete);
    library.meaning("await_epoch", EpochCalls::await);
    library.meaning("lock", EpochCalls::lock);
    library.meaning("lock_all", EpochCalls::lockAll);
    library.meaning("unlock", EpochCalls::unlock);
    library.meaning("flush", EpochCalls::flush);
    library.rule("MPI_Win_sync", MpiCall::done);
  }

  private static List<Integer> everyone(Win win) {
    return IntStream.range(0, win.comm.size()).boxed().toList();
  }

  private static List<Integer> targets(MpiCall call) {
    return call.has("rank") ? List.of(call.integer("rank")) : everyone(call.window());
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
    Round round = win.fence(origin(call));
    boolean opens = asserts(call, "MPI_MODE_NOPRECEDE");
    call.doneWhen(() -> opens || round.hasAll(win.comm.members), () -> {});
  }

  private static List<Integer> ranks(MpiCall call) {
    Comm comm = call.window().comm;
    return call.process.group(call.argument("group")).stream().map(comm::rankOf).toList();
  }

  private static void post(MpiCall call) {
    call.window().post(origin(call), ranks(call));
    call.done();
  }

  private static void start(MpiCall call) {
    call.window().start(origin(call), ranks(call));
    call.done();
  }

  private static void complete(MpiCall call) {
    Win win = call.window();
    int me = origin(call);
    call.doneWhen(
        () -> win.accessed(me).stream().allMatch(target -> win.isDone(me, target)),
        () -> win.complete(me));
  }

  private static void await(MpiCall call) {
    boolean waits = call.waits();
    Win win = call.window();
    int me = origin(call);
    boolean over = win.isOver(me);
    if (!waits) {
      call.store("flag", 4, over ? 1 : 0);
    }
    if (!waits && !over) {
      call.poll();
      call.done();
    } else {
      call.doneWhen(() -> win.isOver(me), () -> win.ended(me));
    }
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
    win.lock(target).request(me, exclusive, asserts(call, "MPI_MODE_NOCHECK"));
    call.doneWhen(() -> isHeldIfMapped(win, me, target), () -> {});
  }

  /**
   * A lock on memory that is mapped here is held on return: it protects loads and stores (MPI 4.1,
   * 12.5.3). Others may come later.
   */
  private static boolean isHeldIfMapped(Win win, int me, int target) {
    boolean mapped = target == me || win.isShared();
    return !mapped || win.lock(target).isHeld(me);
  }

  private static void lockAll(MpiCall call) {
    Win win = call.window();
    int me = origin(call);
    boolean unchecked = asserts(call, "MPI_MODE_NOCHECK");
    List<Integer> targets = everyone(win);
    targets.forEach(target -> win.lock(target).request(me, false, unchecked));
    call.doneWhen(
        () -> targets.stream().allMatch(target -> isHeldIfMapped(win, me, target)), () -> {});
  }

  private static void flush(MpiCall call) {
    List<Integer> targets = targets(call);
    Win win = call.window();
    int me = origin(call);
    call.doneWhen(() -> targets.stream().allMatch(target -> win.isDone(me, target)), () -> {});
  }

  /** The entry was recorded while the lock is held. */
  private static void unlock(MpiCall call) {
    List<Integer> targets = targets(call);
    Win win = call.window();
    int me = origin(call);
    call.doneWhen(
        () -> targets.stream().allMatch(target -> win.isDone(me, target)),
        () ->
            targets.stream()
                .filter(target -> !call.isNobody(target))
                .forEach(target -> win.unlock(target, me)));
  }
}
