package fencepost.model;

import org.jspecify.annotations.Nullable;

/** The conflict table: which two effects on common bytes may not happen at the same time. */
public final class Conflicts {
  private Conflicts() {}

  /** A byte on which the two effects conflict, or {@link Region#NONE}. */
  public static long conflict(Effect a, Effect b) {
    return kindsConflict(a, b) ? conflictingByte(a, b) : Region.NONE;
  }

  /** The same for two effects of which the kinds conflict. */
  public static long conflictingByte(Effect a, Effect b) {
    if (a.rank != b.rank || sameCall(a, b) || excluded(a, b) || deliveredInOrder(a, b)) {
      return Region.NONE;
    }
    long common = a.region.commonByte(b.region);
    if (common == Region.NONE || atomicTogether(a, b, common)) {
      return Region.NONE;
    }
    return common;
  }

  /**
   * Whether what one of them reads or leaves behind depends on which one comes first, of two of
   * which at least one writes. Locks do not matter: they do not say who is first.
   */
  public static boolean orderMatters(Effect a, Effect b) {
    return a.rank == b.rank
        && !sameCall(a, b)
        && !a.commutesWith(b)
        && a.region.commonByte(b.region) != Region.NONE;
  }

  /**
   * At least one of the two writes, they are not both atomic instructions, and they are not two
   * accesses of one process to its own memory without a remote operation (see {@link
   * #threadsConflict}).
   */
  public static boolean kindsConflict(Effect a, Effect b) {
    return areExclusive(a, b) && !(a.process == b.process && isAtHome(a) && isAtHome(b));
  }

  private static boolean areExclusive(Effect a, Effect b) {
    return (a.kind.writes() || b.kind.writes())
        && !(a.kind.atomicInstruction() && b.kind.atomicInstruction());
  }

  /**
   * Two threads of one process load and store, at least one of them stores, and at least one of the
   * two is not atomic: a race without any remote operation.
   */
  public static boolean threadsConflict(Effect a, Effect b) {
    return a.process == b.process
        && a.strand != b.strand
        && areExclusive(a, b)
        && isAtHome(a)
        && isAtHome(b);
  }

  /** A load or store, or a wait, which looks at the memory of its caller as a load does. */
  private static boolean isAtHome(Effect effect) {
    return effect.kind.instruction() || (effect.atomic != null && effect.atomic.isPoll());
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

  /** Whether the first arrives at its target before the second. */
  public static boolean isDeliveredBefore(Effect first, Effect second) {
    Delivery one = arrival(first);
    Delivery other = arrival(second);
    return one != null && other != null && one.isBefore(other);
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
