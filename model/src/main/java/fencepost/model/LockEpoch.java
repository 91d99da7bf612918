package fencepost.model;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A span in which one process holds a lock on the exposed memory of one target. Effects of two
 * epochs that exclude each other cannot overlap in time, whatever their order was.
 *
 * @param resource what is locked: equal for epochs on the same exposed memory and target
 * @param process the rank that holds the lock
 * @param exclusive whether it shuts out everyone else
 * @param checked false if the program promised that no conflicting lock exists, so that nobody
 *     looked
 */
public record LockEpoch(Object resource, int process, boolean exclusive, boolean checked, long id)
    implements Serializable {

  /** Whether the two epochs cannot be open at the same time. */
  public boolean excludes(LockEpoch other) {
    return process != other.process
        && (exclusive || other.exclusive)
        && checked
        && other.checked
        && resource.equals(other.resource);
  }

  /** Whether the two differ in nothing but time, or are both no epoch at all. */
  public static boolean areTwins(@Nullable LockEpoch a, @Nullable LockEpoch b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return a.process == b.process
        && a.exclusive == b.exclusive
        && a.checked == b.checked
        && a.resource.equals(b.resource);
  }
}
