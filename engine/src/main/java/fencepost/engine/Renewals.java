package fencepost.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When each byte of a memory was last renewed: blocks that were allocated, and stacks that were
 * begun anew. Times are numbers that only grow, modulo 2^32.
 */
final class Renewals implements Serializable {
  /** Ranges that have nothing in common, by their first bytes. */
  private final TreeMap<Long, Range> ranges = new TreeMap<>();

  private record Range(long end, int time) implements Serializable {}

  /** The bytes from {@code start} to {@code end} are renewed; what is around them stays. */
  void renew(long start, long end, int time) {
    if (start >= end) {
      return;
    }
    Map.Entry<Long, Range> before = ranges.lowerEntry(start);
    if (before != null && before.getValue().end > start) {
      Range range = before.getValue();
      ranges.put(before.getKey(), new Range(start, range.time));
      keepBehind(end, range);
    }
    Map<Long, Range> within = ranges.subMap(start, end);
    List<Range> replaced = new ArrayList<>(within.values());
    within.clear();
    replaced.forEach(range -> keepBehind(end, range));
    ranges.put(start, new Range(end, time));
  }

  private void keepBehind(long end, Range range) {
    if (range.end > end) {
      ranges.put(end, range);
    }
  }

  /** A test of the bytes from {@code start} to {@code end}. */
  interface Part {
    boolean test(long start, long end);
  }

  /**
   * Whether the test holds for one of the parts between {@code start} and {@code end} that were not
   * renewed after the time.
   */
  boolean isSomeOlder(long start, long end, int time, Part test) {
    long at = start;
    while (at < end) {
      Map.Entry<Long, Range> range = ranges.floorEntry(at);
      if (range == null || range.getValue().end <= at) {
        Long next = ranges.higherKey(at);
        long until = next == null ? end : Math.min(end, next);
        if (test.test(at, until)) {
          return true;
        }
        at = until;
      } else {
        long until = Math.min(end, range.getValue().end);
        if (range.getValue().time - time <= 0 && test.test(at, until)) {
          return true;
        }
        at = until;
      }
    }
    return false;
  }
}
