package fencepost.check.record;

import fencepost.check.machine.MachineMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which memory of a process matters: what others can access, and the buffers of operations in
 * flight. The counterpart of {@code capture/watch.c}.
 */
final class Watched {
  /** Stands for all targets of a window; it is no rank: {@code FP_EVERY_TARGET}. */
  private static final int EVERY_TARGET = Integer.MIN_VALUE;

  private final MachineMemory memory;
  private final List<Buffer> buffers = new ArrayList<>();
  private final List<Buffer> suspended = new ArrayList<>();
  private final TreeMap<Long, Long> ranges = new TreeMap<>(); // disjoint: where from, where to
  private int stale;

  private record Buffer(long from, long to, long window, int target, long request) {
    boolean meets(long start, long end) {
      return from < end && start < to;
    }
  }

  /** Told of a range that is watched no longer. */
  interface Gone {
    void at(long address, long size);
  }

  Watched(MachineMemory memory) {
    this.memory = memory;
  }

  /** Memory that others can access, until it is withdrawn. */
  void window(long window, long from, long to) {
    buffer(from, to, window, EVERY_TARGET, 0);
  }

  /** The buffer of an operation in flight, until the operation is complete. */
  void buffer(long from, long to, long window, int target, long request) {
    if (to > from) {
      watch(new Buffer(from, to, window, target, request));
    }
  }

  private void watch(Buffer added) {
    buffers.add(added);
    addRange(added.from, added.to);
    memory.watch(added.from, added.to);
  }

  void withdrawWindow(long window) {
    drop(b -> b.window == window);
  }

  void withdrawFrom(long window, long from) {
    drop(b -> b.window == window && b.target == EVERY_TARGET && b.from == from);
  }

  /** What was done to a target of a window is complete, as far as no request waits for it. */
  void completedTarget(long window, int target) {
    drop(
        b ->
            b.window == window
                && b.target != EVERY_TARGET
                && (target == EVERY_TARGET || b.target == target));
  }

  void completedRequest(long request) {
    drop(b -> b.request == request);
  }

  /** A persistent request: its buffers are watched from each start on. */
  void suspend(long request) {
    buffers.stream().filter(b -> b.request == request).forEach(suspended::add);
    completedRequest(request);
  }

  void resume(long request) {
    suspended.stream().filter(b -> b.request == request).forEach(this::watch);
  }

  void forget(long request) {
    suspended.removeIf(b -> b.request == request);
  }

  boolean isWatched(long from, long size) {
    Map.Entry<Long, Long> range = ranges.lowerEntry(from + size);
    return range != null && range.getValue() > from;
  }

  /** Joined with those that it touches. */
  private void addRange(long from, long to) {
    Map.Entry<Long, Long> before = ranges.floorEntry(from);
    long first = from;
    long last = to;
    if (before != null && before.getValue() >= from) {
      first = before.getKey();
      last = Math.max(to, before.getValue());
    }
    Map.Entry<Long, Long> next = ranges.higherEntry(first);
    while (next != null && next.getKey() <= last) {
      last = Math.max(last, next.getValue());
      ranges.remove(next.getKey());
      next = ranges.higherEntry(first);
    }
    ranges.put(first, last);
  }

  private void drop(Predicate<Buffer> complete) {
    int before = buffers.size();
    buffers.removeIf(complete);
    dropped(before - buffers.size());
  }

  /** Ranges that are no longer watched are swept out when they are as many as the others. */
  private void dropped(int count) {
    stale += count;
    if (stale > buffers.size()) {
      ranges.clear();
      buffers.forEach(b -> addRange(b.from, b.to));
      stale = 0;
    }
  }

  /** Tells of what is watched in a range, and watches it no longer. */
  void end(long from, long to, Gone gone) {
    for (int i = buffers.size(); i-- > 0; ) {
      Buffer b = buffers.get(i);
      if (b.meets(from, to)) {
        long first = Math.max(from, b.from);
        long last = Math.min(to, b.to);
        gone.at(first, last - first);
        buffers.remove(i);
        dropped(1);
        buffer(b.from, first, b.window, b.target, b.request);
        buffer(last, b.to, b.window, b.target, b.request);
      }
    }
  }
}
