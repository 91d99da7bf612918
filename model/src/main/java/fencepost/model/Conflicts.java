package fencepost.model;

import org.jspecify.annotations.Nullable;

/** The conflict table: which two effects on common bytes may not happen at the same time. */
public final class Conflicts {
  private Conflicts() {}

  /** A byte on which the two effects conflict, or {@link Region#NONE}. */
  public static long conflict(Effect a, Effect b) {
    if (a.rank != b.rank
        || !kindsConflict(a, b)
        || sameCall(a, b)
        || excluded(a, b)
        || deliveredInOrder(a, b)) {
      return Region.NONE;
    }
    long common = a.region.commonByte(b.region);
    if (common == Region.NONE || atomicTogether(a, b, common)) {
      return Region.NONE;
    }
    return common;
  }

  /**
   * At least one of the two writes, and they are not two plain accesses of one process (a thread
   * race, not ours).
   */
  public static boolean kindsConflict(Effect a, Effect b) {
    if (!a.kind.writes() && !b.kind.writes()) {
      return false;
    }
    return !(a.kind.instruction() && b.kind.instruction() && a.process == b.process);
  }

  /** The same call, or the calls of two members of one collective. */
  private static boolean sameCall(Effect a, Effect b) {
    if (a.operation == null || b.operation == null) {
      return false;
    }
    Delivery one = a.operation.delivery();
    Delivery other = b.operation.delivery();
    return a.operation.equals(b.operation)
        || (one != null && other != null && one.isTogetherWith(other));
  }

  private static boolean excluded(Effect a, Effect b) {
    return a.lock != null && b.lock != null && a.lock.excludes(b.lock);
  }

  /** Only what arrives has an order of arrival: what is fetched does not. */
  private static boolean deliveredInOrder(Effect a, Effect b) {
    Delivery one = arrival(a);
    Delivery other = arrival(b);
    return one != null && other != null && one.isOrderedWith(other);
  }

  private static @Nullable Delivery arrival(Effect effect) {
    boolean arrives = effect.kind.remote() && effect.kind.writes();
    return arrives && effect.operation != null ? effect.operation.delivery() : null;
  }

  /**
   * Atomic accesses are atomic with each other if they use the same basic type and coincide element
   * by element.
   */
  private static boolean atomicTogether(Effect a, Effect b, long commonByte) {
    return a.atomic != null
        && b.atomic != null
        && a.atomic.mayMeet(b.atomic, a.kind.atomic() && b.kind.atomic())
        && a.region.coincides(b.region, commonByte, a.atomic.size());
  }
}
