package fencepost.check.dataflow;

import fencepost.check.dataflow.Conditions.Range;
import java.util.Map;

/**
 * Bytes in memory.
 *
 * @param size at least so many
 * @param written whether they are written, and not only read
 */
record DataflowRegion(Sum start, Sum size, boolean written) {

  /** What is known of two regions. */
  enum Overlap {
    NONE,
    /** They are in the same memory, but nothing is known about their distance. */
    UNKNOWN,
    /** Their distance depends on data that was computed anew in a further iteration. */
    POSSIBLE,
    CERTAIN;

    boolean isReported() {
      return compareTo(POSSIBLE) >= 0;
    }
  }

  boolean isSameMemory(DataflowRegion other) {
    return !start.bases().isEmpty() && start.bases().equals(other.start.bases());
  }

  /** Whether two regions have bytes in common, given what is known. */
  Overlap overlap(DataflowRegion other, Conditions conditions) {
    if (!isSameMemory(other)) {
      return Overlap.NONE;
    }
    Sum distance = conditions.resolved(other.start.minus(start));
    Range near = conditions.range(distance);
    Range fromEnd = conditions.range(distance.minus(size));
    Range otherFromEnd = conditions.range(distance.plus(other.size));
    if (fromEnd.least() >= 0 || otherFromEnd.most() <= 0 || neverMeet(distance, other)) {
      return Overlap.NONE;
    }
    boolean certain = fromEnd.most() < 0 && otherFromEnd.least() > 0;
    boolean sameStart = distance.isConstant(0);
    boolean sweeps = sweepsOver(distance) && near.least() <= 0;
    if (certain || sameStart || sweeps) {
      return Overlap.CERTAIN;
    }
    return dependsOnNewData(distance) ? Overlap.POSSIBLE : Overlap.UNKNOWN;
  }

  /**
   * Places that are counted by loops are meant to be different; places that data decides on may be
   * the same again.
   */
  private static boolean dependsOnNewData(Sum distance) {
    return !distance.mentions(symbol -> symbol instanceof Symbol.Iteration)
        && distance.mentions(
            symbol -> symbol instanceof Symbol.Made made && made.scope().isLaterTurn());
  }

  /** Whether the only thing unknown is the iteration of a loop that will pass by. */
  private static boolean sweepsOver(Sum distance) {
    return distance.terms().keySet().stream()
        .allMatch(s -> s instanceof Symbol.Iteration i && i.least() > 0);
  }

  /** Multiples of a number that never get near enough, for example other elements of an array. */
  private boolean neverMeet(Sum distance, DataflowRegion other) {
    if (!size.isConstant() || !other.size.isConstant() || distance.isConstant()) {
      return false;
    }
    long step = 0;
    for (long factor : distance.terms().values()) {
      step = gcd(step, Math.abs(factor));
    }
    long rest = Math.floorMod(distance.constant(), step);
    boolean apart = rest >= size.constant() && rest + other.size.constant() <= step;
    return apart || (rest == 0 && fits(step, other) && Remainders.differ(distance));
  }

  private boolean fits(long step, DataflowRegion other) {
    return size.constant() <= step && other.size.constant() <= step;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** What it is called. */
  String name(DataflowCode code) {
    return start.bases().stream().findFirst().map(code::nameOf).orElse("memory");
  }

  /** The distance from the start of its memory; negative if unknown. */
  long offset() {
    Map<Symbol, Long> terms = start.terms();
    return terms.size() == 1 ? start.constant() : -1;
  }
}
