package fencepost.check.record;

import fencepost.check.machine.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which memory of a process matters: what others can access, and the buffers of operations in
 * flight. The counterpart of {@code capture/watch.c}.
 */
public final class Watched {
  /** Stands for all targets of a window; it is no rank. */
  public static final int EVERY_TARGET = Integer.MIN_VALUE;

  private final Memory memory;
  private final List<Buffer> buffers = new ArrayList<>();
  private final List<Buffer> suspended = new ArrayList<>();
  private final TreeMap<Long, Long> ranges = new TreeMap<>(); // disjoint: where from, where to
  private int stale;
  private long call;

  private record Buffer(long from, long to, long window, int target, long request, long call) {
    boolean meets(long start, long end) {
      return from < end && start < to;
    }
  }

  /** Told of a range that is watched no longer. */
  public interface Gone {
    void at(long address, long size);
  }

  public Watched(Memory memory) {
    this.memory = memory;
  }

  /** Another call begins; its buffers belong together. */
  public void nextCall() {
    call++;
  }

  /** Memory that others can access, until it is withdrawn. */
  public void window(long window, long from, long size) {
    buffer(from, size, window, EVERY_TARGET, 0);
  }

  /** The buffer of an operation in flight, until the operation is complete. */
  public void buffer(long from, long size, long window, int target, long request) {
    if (size > 0) {
      buffers.add(new Buffer(from, from + size, window, target, request, call));
      addRange(from, from + size);
      memory.block(from).watch();
    }
  }

  public void withdrawWindow(long window) {
    drop(b -> b.window == window && window != 0);
  }

  public void withdrawFrom(long window, long from) {
    drop(b -> b.window == window && b.target == EVERY_TARGET && b.from == from);
  }

  /** What was done to a target of a window is complete, as far as no request waits for it. */
  public void completedTarget(long window, int target) {
    drop(
        b ->
            b.window == window
                && b.target != EVERY_TARGET
                && (target == EVERY_TARGET || b.target == target));
  }

  /** Of several operations with the same request the oldest one is complete. */
  public void completedRequest(long request) {
    long oldest =
        buffers.stream().filter(b -> b.request == request).mapToLong(Buffer::call).min().orElse(-1);
    drop(b -> b.request == request && b.call == oldest);
  }

  /** A persistent request: its buffers are watched from each start on. */
  public void suspend(long request) {
    buffers.stream().filter(b -> b.request == request).forEach(suspended::add);
    completedRequest(request);
  }

  public void resume(long request) {
    for (Buffer b : List.copyOf(suspended)) {
      if (b.request == request) {
        buffer(b.from, b.to - b.from, b.window, b.target, request);
      }
    }
  }

  public void forget(long request) {
    suspended.removeIf(b -> b.request == request);
  }

  public boolean isWatched(long from, long size) {
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
  public void end(long from, long to, Gone gone) {
    for (int i = buffers.size(); i-- > 0; ) {
      Buffer b = buffers.get(i);
      if (b.meets(from, to)) {
        long first = Math.max(from, b.from);
        gone.at(first, Math.min(to, b.to) - first);
        buffers.remove(i);
        dropped(1);
      }
    }
  }
}
