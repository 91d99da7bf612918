package fencepost.program.pointsto;

/**
 * What an inclusion does with places: it moves them so many bytes further, or what these numbers
 * stand for.
 */
final class Shift {
  /** To any place in their objects. */
  static final long ANYWHERE = Long.MIN_VALUE;

  /**
   * To differences: numbers that something was subtracted from. They are no addresses, until an
   * address is added.
   */
  static final long APART = ANYWHERE + 1;

  /** Differences become addresses, which may be anywhere in their objects. */
  static final long TOGETHER = ANYWHERE + 2;

  /** To fields, which are not arrays. */
  static final long FIELD = ANYWHERE + 3;

  /** By an index that stays in its array: what is known to be a field is an array of one. */
  static final long INDEX = ANYWHERE + 4;

  private Shift() {}

  /** Whether it moves all places by the same distance, or else anywhere. */
  static boolean isDistance(long shift) {
    return shift == ANYWHERE || shift > INDEX;
  }
}
