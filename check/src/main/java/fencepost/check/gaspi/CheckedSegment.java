package fencepost.check.gaspi;

import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** A segment of one process, and the notifications that are set in it. */
final class CheckedSegment {
  final long base;
  final long size;

  /** Whether its memory goes with it; that of the program stays. */
  final boolean allocated;

  final Set<Integer> registered = new HashSet<>();
  final NavigableMap<Integer, Long> notifications = new TreeMap<>();

  CheckedSegment(long base, long size, boolean allocated) {
    this.base = base;
    this.size = size;
    this.allocated = allocated;
  }

  /** The address of a part. */
  long at(long offset, long length, GaspiOutcome beyond) {
    boolean inside =
        Long.compareUnsigned(offset, size) <= 0 && Long.compareUnsigned(length, size - offset) <= 0;
    Refused.unless(inside, beyond);
    return base + offset;
  }

  /** The first notification that is set in a range; -1 if there is none. */
  int firstSet(int begin, long count) {
    Integer first = notifications.ceilingKey(begin);
    return first == null || first >= begin + count ? -1 : first;
  }
}
