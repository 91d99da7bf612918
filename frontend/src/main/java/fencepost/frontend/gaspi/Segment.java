package fencepost.frontend.gaspi;

import fencepost.clocks.Signal;
import fencepost.model.Region;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A segment of one process: where it is, and who may use it. */
final class Segment {
  private final long base;
  private final long size;
  private final Set<Integer> users = new HashSet<>();
  private @Nullable Group makers;
  private final Map<Integer, Signal> registrations = new HashMap<>();
  private long deleted = Long.MAX_VALUE;

  Segment(long base, long size) {
    this.base = base;
    this.size = size;
  }

  void deletedAt(long time) {
    deleted = time;
  }

  /** Whether an operation of the time can be meant for it. */
  boolean existsAt(long time) {
    return time < deleted;
  }

  /** Who is in the group may use it: they were there when the segment was made. */
  void sharedWith(Group group) {
    makers = group;
  }

  /** The process may use it from the signal on. */
  void registeredWith(int rank, Signal signal) {
    users.add(rank);
    registrations.put(rank, signal);
  }

  boolean isKnownTo(int rank) {
    return users.contains(rank) || (makers != null && makers.member(rank) >= 0);
  }

  /** What the process learns when it uses the segment for the first time. */
  @Nullable Signal learn(int rank) {
    return registrations.remove(rank);
  }

  Region at(long offset, long length) {
    return Region.of(base + offset, length);
  }

  Region all() {
    return Region.of(base, size);
  }
}
