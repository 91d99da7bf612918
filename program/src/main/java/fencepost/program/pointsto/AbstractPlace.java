package fencepost.program.pointsto;

/**
 * A place in memory, packed into a number: the object in the upper half, the distance from its
 * start in the lower one, or {@link #ANY}.
 */
final class AbstractPlace {
  /** Distances beyond are not told apart. */
  static final int FARTHEST = 4096;

  static final int ANY = -1;

  /** In place of a distance: it is no address, but a number that an address went into. */
  static final int DIFFERENCE = -2;

  /** Marks the places of fields that are known not to be arrays. */
  private static final long FIELD = Long.MIN_VALUE;

  private AbstractPlace() {}

  static long of(int object, int offset) {
    return (long) object << 32 | (offset & 0xffffffffL);
  }

  static int object(long location) {
    return (int) ((location & ~FIELD) >>> 32);
  }

  static int offset(long location) {
    return (int) location;
  }

  static long shifted(long location, long shift) {
    int offset = offset(location);
    if (shift == Shift.APART) {
      return of(object(location), DIFFERENCE);
    } else if (offset == DIFFERENCE) {
      return shift == Shift.TOGETHER ? of(object(location), ANY) : location;
    } else if (shift == 0 || offset == ANY) {
      return location;
    } else if (shift == Shift.FIELD) {
      return location | FIELD;
    } else if (shift == Shift.INDEX && location < 0) {
      return location;
    }
    boolean near = shift > -FARTHEST && shift < FARTHEST;
    long sum = offset + shift;
    return of(object(location), near && sum >= 0 && sum < FARTHEST ? (int) sum : ANY);
  }
}
