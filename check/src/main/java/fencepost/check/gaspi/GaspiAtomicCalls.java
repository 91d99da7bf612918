package fencepost.check.gaspi;

import fencepost.check.gaspi.CheckedGaspiProcess.Place;

/** Atomic operations on values of eight bytes (GASPI 17.1, 10). */
final class GaspiAtomicCalls {
  private GaspiAtomicCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning("fetch_update SUM", GaspiAtomicCalls::fetchAdd);
    library.meaning("fetch_update COMPARE_AND_SWAP", GaspiAtomicCalls::compareSwap);
  }

  /** Libraries perform an atomic at an offset that is not aligned, too. */
  private static Place value(GaspiCall call) {
    return call.process.at(
        call.rank(), call.integer("segment_id"), call.argument("offset"), Long.BYTES);
  }

  /** Who adds nothing only looks, and does so perhaps again and again. */
  private static void fetchAdd(GaspiCall call) {
    Place value = value(call);
    long old = value.memory().load(value.address(), Long.BYTES);
    call.store("val_old", Long.BYTES, old);
    value.memory().store(value.address(), Long.BYTES, old + call.argument("val_add"));
    if (call.argument("val_add") == 0) {
      call.poll();
    }
    call.done();
  }

  private static void compareSwap(GaspiCall call) {
    Place value = value(call);
    long old = value.memory().load(value.address(), Long.BYTES);
    call.store("val_old", Long.BYTES, old);
    if (old == call.argument("comparator")) {
      value.memory().store(value.address(), Long.BYTES, call.argument("val_new"));
    } else {
      call.poll();
    }
    call.done();
  }
}
