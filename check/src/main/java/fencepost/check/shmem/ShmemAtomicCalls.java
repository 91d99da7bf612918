package fencepost.check.shmem;

import fencepost.check.machine.MachineMemory;

/** Atomic memory operations (OpenSHMEM 1.5, 9.7), which are done at once. */
final class ShmemAtomicCalls {
  private ShmemAtomicCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("fetch", call -> call.done(read(call)));
    library.meaning("fetch_nbi", call -> deliver(call, read(call)));
    library.meaning("update", ShmemAtomicCalls::updateOnly);
    library.meaning("fetch_update", call -> call.done(update(call)));
    library.meaning("fetch_update_nbi", call -> deliver(call, update(call)));
  }

  private static void deliver(ShmemCall call, long value) {
    call.memory().store(call.argument("fetch"), call.signature().element, value);
    call.done();
  }

  private static long read(ShmemCall call) {
    call.poll();
    return call.target().memory().load(call.remote("source"), call.signature().element);
  }

  private static void updateOnly(ShmemCall call) {
    update(call);
    call.done();
  }

  /** Returns the value before. Who changes nothing is probably waiting for another value. */
  private static long update(ShmemCall call) {
    int size = call.signature().element;
    MachineMemory there = call.target().memory();
    long place = call.remote("dest");
    long before = there.load(place, size);
    there.store(place, size, after(call, before));
    if (there.load(place, size) == before) {
      call.poll();
    }
    return before;
  }

  private static long after(ShmemCall call, long before) {
    long value = call.has("value") ? call.argument("value") : 1; // of the increments
    return switch (call.signature().meaning.get(1)) {
      case "REPLACE" -> value;
      case "SUM" -> before + value;
      case "AND" -> before & value;
      case "OR" -> before | value;
      case "XOR" -> before ^ value;
      case "COMPARE_AND_SWAP" -> before == call.argument("cond") ? value : before;
      default -> throw new IllegalArgumentException(call.name());
    };
  }
}
