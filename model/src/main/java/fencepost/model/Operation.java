package fencepost.model;

/**
 * One call that has effects. Effects of the same call never conflict with each other.
 *
 * @param call the name of the call
 * @param site the source place of the call
 * @param completion how the program would complete the operation, in the words of its programming
 *     model; for reports
 */
public record Operation(
    String call, int site, int process, int strand, long issued, Completion completion) {

  /**
   * The calls that would complete the operation at home, and those that would complete it at its
   * target.
   */
  public record Completion(String local, String remote) {}

  /** Operations are individuals: two calls with the same values are two calls. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
