package fencepost.model;

import org.jspecify.annotations.Nullable;

/**
 * One call that has effects. Effects of the same call never conflict with each other.
 *
 * @param call the name of the call
 * @param site the source place of the call
 * @param completion how the program would complete the operation, in the words of its programming
 *     model; for reports
 * @param delivery its place in the order of delivery, if the programming model has such an order
 */
public record Operation(
    String call,
    int site,
    int process,
    int strand,
    long issued,
    Completion completion,
    @Nullable Delivery delivery) {

  /**
   * The calls that would complete the operation at home, and those that would complete it at its
   * target.
   *
   * @param seen whether the latter are made by the target, who thereby knows
   */
  public record Completion(String local, String remote, boolean seen) {
    public Completion(String local, String remote) {
      this(local, remote, false);
    }
  }

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
