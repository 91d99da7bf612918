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
 * @param commuting equal for updates that may change places, because nobody is told their results;
 *     null for all others
 */
public record Operation(
    String call,
    int site,
    int process,
    int strand,
    long issued,
    Completion completion,
    @Nullable Delivery delivery,
    @Nullable Object commuting) {

  public Operation(
      String call,
      int site,
      int process,
      int strand,
      long issued,
      Completion completion,
      @Nullable Delivery delivery) {
    this(call, site, process, strand, issued, completion, delivery, null);
  }

  /** The same for an update that may change places with others of its kind. */
  public Operation commutingBy(Object kind) {
    return new Operation(call, site, process, strand, issued, completion, delivery, kind);
  }

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
