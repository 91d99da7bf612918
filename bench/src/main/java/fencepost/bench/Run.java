package fencepost.bench;

/**
 * What one instruction touches in a loop, or in two nested ones, as the capture library records it:
 * {@code rows} times {@code count} accesses of {@code size} bytes.
 */
public record Run(long start, long size, long count, long stride, long rows, long pitch) {

  /** A single access. */
  public static Run of(long start, long size) {
    return new Run(start, size, 1, 0, 1, 0);
  }

  /** The access in a loop: so many times, {@code distance} bytes apart. */
  public Run times(long number, long distance) {
    return new Run(start, size, number, distance, 1, 0);
  }

  /** The loop in another loop. */
  public Run rows(long number, long distance) {
    return new Run(start, size, count, stride, number, distance);
  }
}
