package fencepost.check.shmem;

import fencepost.check.machine.MachineMemory;

/**
 * Puts and gets (OpenSHMEM 1.5, 9.6, 9.8). Data arrives at once: that is one of the executions that
 * exist, and the engine knows about the others.
 */
final class ShmemTransferCalls {
  private ShmemTransferCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("put", ShmemTransferCalls::put);
    library.meaning("put_nbi", ShmemTransferCalls::put);
    library.meaning("get", ShmemTransferCalls::get);
    library.meaning("get_nbi", ShmemTransferCalls::get);
  }

  /** Elements in the memory of a process, so many elements apart. */
  private record Elements(MachineMemory memory, long address, long stride) {
    void copyTo(Elements other, long count, int size) {
      if (stride == 1 && other.stride == 1) {
        other.memory.copy(other.address, memory, address, count * size);
        return;
      }
      for (long i = 0; i < count; i++) {
        long from = address + i * stride * size;
        other.memory.copy(other.address + i * other.stride * size, memory, from, size);
      }
    }
  }

  private static long stride(ShmemCall call, String name) {
    return call.has(name) ? call.argument(name) : 1;
  }

  private static void put(ShmemCall call) {
    int size = call.signature().element;
    MachineMemory there = call.target().memory();
    if (call.has("value")) {
      there.store(call.remote("dest"), Math.min(8, size), call.argument("value"));
    } else if (call.argument("nelems") > 0) {
      Elements to = new Elements(there, call.remote("dest"), stride(call, "dst"));
      new Elements(call.memory(), call.argument("source"), stride(call, "sst"))
          .copyTo(to, call.argument("nelems"), size);
    }
    if (call.has("sig_addr")) {
      signal(call, there);
    }
    call.done();
  }

  private static void signal(ShmemCall call, MachineMemory there) {
    long place = call.remote("sig_addr");
    long before = call.is("sig_op", "SHMEM_SIGNAL_ADD") ? there.load(place, 8) : 0;
    there.store(place, 8, before + call.argument("signal"));
  }

  private static void get(ShmemCall call) {
    int size = call.signature().element;
    MachineMemory there = call.target().memory();
    if (!call.has("dest")) {
      call.poll(); // somebody may be waiting for a value
      call.done(there.load(call.remote("source"), Math.min(8, size)));
      return;
    }
    if (call.argument("nelems") > 0) {
      Elements to = new Elements(call.memory(), call.argument("dest"), stride(call, "dst"));
      new Elements(there, call.remote("source"), stride(call, "sst"))
          .copyTo(to, call.argument("nelems"), size);
    }
    call.done();
  }
}
