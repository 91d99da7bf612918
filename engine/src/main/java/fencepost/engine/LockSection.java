package fencepost.engine;

import fencepost.model.Point;
import org.jspecify.annotations.Nullable;

/**
 * A section of a strand in which it holds a lock. Sections of one lock of which one is exclusive do
 * not overlap, in whatever order they come.
 */
public final class LockSection {
  final Point asked;
  final Object lock;
  final boolean exclusive;
  final String name;

  /** Where the lock was let go of; null while it is held. */
  @Nullable Point released;

  /** When it was told that it was held, and that it was let go of, among all that is told. */
  long heldAt;

  long releasedAt = Long.MAX_VALUE;

  /** How often its process had asked for a lock before. */
  int number;

  LockSection(Point asked, Object lock, boolean exclusive, String name) {
    this.asked = asked;
    this.lock = lock;
    this.exclusive = exclusive;
    this.name = name;
  }

  boolean excludes(LockSection other) {
    return (exclusive || other.exclusive) && lock.equals(other.lock);
  }
}
