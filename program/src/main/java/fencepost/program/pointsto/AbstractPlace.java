package fencepost.program.pointsto;

/**
 * A place in memory, packed into a number: the object in the upper half, the distance from its
 * start in the lower one, or {@link #ANY}.
 */
final class AbstractPlace {
  /** Distances beyond are not told apart. */
  static final int FARTHEST = 4096;

  static final int ANY = -1;

  private AbstractPlace() {}

  static long of(int object, int offset) {
    return (long) object << 32 | (offset & 0xffffffffL);
  }

  static int object(long location) {
    return (int) (location >>> 32);
  }

  static int offset(long location) {
    return (int) location;
  }

  static long shifted(long location, long shift) {
    int offset = offset(location);
    if (shift == 0 || offset == ANY) {
      return location;
    }
    boolean near = shift > -FARTHEST && shift < FARTHEST;
    long sum = offset + shift;
    return of(object(location), near && sum >= 0 && sum < FARTHEST ? (int) sum : ANY);
  }
}
