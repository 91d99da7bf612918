package fencepost.check.shmem;

import fencepost.check.mpi.Round;

/** The symmetric heap (OpenSHMEM 1.5, 9.3): everyone allocates and frees at the same time. */
final class HeapCalls {
  private HeapCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("allocate", HeapCalls::allocate);
    library.meaning("reallocate", HeapCalls::reallocate);
    library.meaning("free", HeapCalls::free);
    library.meaning("pointer", HeapCalls::pointer);
  }

  /** Waits for everyone. */
  private static void barrier(ShmemCall call, Runnable rest) {
    CheckedTeam world = call.process.world.world;
    Round round = call.round(world);
    round.bring(call.process.rank(), true);
    call.whenAll(world, round, rest);
  }

  private static void allocate(ShmemCall call) {
    allocate(call, call.argument("size") * (call.has("count") ? call.argument("count") : 1));
  }

  /** The block is there before anyone returns and uses it. */
  private static void allocate(ShmemCall call, long size) {
    if (size == 0) {
      call.done(0);
      return;
    }
    long block = call.process.symmetric.allocate(size);
    barrier(call, () -> call.done(block));
  }

  private static void reallocate(ShmemCall call) {
    long old = call.argument("ptr");
    long size = call.argument("size");
    if (old == 0) {
      allocate(call, size);
      return;
    }
    barrier(call, () -> move(call, old, size));
  }

  /** Everyone has come: nobody accesses the old block, and nobody yet the new one. */
  private static void move(ShmemCall call, long old, long size) {
    CheckedSymmetricMemory symmetric = call.process.symmetric;
    long moved = size == 0 ? 0 : symmetric.allocate(size);
    long kept = Math.min(size, symmetric.at(old).size());
    if (kept > 0) {
      call.memory().copy(moved, call.memory(), old, kept);
    }
    symmetric.free(old);
    barrier(call, () -> call.done(moved));
  }

  private static void free(ShmemCall call) {
    long block = call.argument("ptr");
    if (block == 0) {
      call.done();
      return;
    }
    barrier(
        call,
        () -> {
          call.process.symmetric.free(block);
          call.done();
        });
  }

  /** All processes are on one machine. */
  private static void pointer(ShmemCall call) {
    long address = call.argument("dest");
    CheckedTeam team = call.team();
    int pe = call.integer("pe");
    if (!team.has(pe) || !call.process.symmetric.has(address)) {
      call.done(0);
      return;
    }
    CheckedShmemProcess owner = call.process.world.process(team.process(pe));
    call.done(call.process.symmetric.map(address, owner.symmetric));
  }
}
