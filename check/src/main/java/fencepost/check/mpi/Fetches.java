package fencepost.check.mpi;

import fencepost.check.record.Watched;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Values of one element: what atomic operations are given, and, when it has arrived, what they
 * fetch.
 */
final class Fetches {
  private final MpiProcess process;
  private final List<Fetch> pending = new ArrayList<>();
  private long numbers;

  private record Fetch(long number, long window, long request, long result, int size, int target) {}

  Fetches(MpiProcess process) {
    this.process = process;
  }

  private int size(long count, long type) {
    long size = count == 1 ? process.type(type).size() : 0;
    return size == 1 || size == 2 || size == 4 || size == 8 ? (int) size : 0;
  }

  private boolean isNowhere(long address) {
    return address == process.header().constant("MPI_BOTTOM");
  }

  long value(long address, long count, long type) {
    int size = size(count, type);
    return size == 0 || isNowhere(address) ? 0 : process.memory().load(address, size);
  }

  private long add(long window, long request, long result, int size, int target) {
    pending.add(new Fetch(++numbers, window, request, result, size, target));
    return numbers;
  }

  long fetch(long result, long count, long type, int target, long window, long request) {
    int size = size(count, type);
    boolean nothing =
        size == 0 || target == process.header().integer("MPI_PROC_NULL") || isNowhere(result);
    return nothing ? 0 : add(window, request, result, size, target);
  }

  /** A communicator whose handle will be there when the request is complete. */
  long made(long place, long request) {
    return add(0, request, place, process.header().sizeOf("MPI_Comm"), 0);
  }

  void deliver(long window, int target) {
    deliver(f -> f.window == window && (target == Watched.EVERY_TARGET || f.target == target));
  }

  void deliver(long request) {
    deliver(f -> f.request == request);
  }

  private void deliver(Predicate<Fetch> arrived) {
    for (Fetch fetch : List.copyOf(pending)) {
      if (arrived.test(fetch)) {
        process.recorder.write(
            RecordCursor.VALUE, fetch.number, process.memory().load(fetch.result, fetch.size));
        pending.remove(fetch);
      }
    }
  }
}
