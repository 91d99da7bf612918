package fencepost.model;

import java.io.Serializable;
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
 * @param number tells it from all others of the execution, wherever it is known; 0 if it is only
 *     known here
 */
public record Operation(
    String call,
    int site,
    int process,
    int strand,
    long issued,
    Completion completion,
    @Nullable Delivery delivery,
    @Nullable Object commuting,
    long number)
    implements Serializable {

  public Operation(
      String call,
      int site,
      int process,
      int strand,
      long issued,
      Completion completion,
      @Nullable Delivery delivery) {
    this(call, site, process, strand, issued, completion, delivery, null, 0);
  }

  /**
   * The calls that would complete the operation at home, and those that would complete it at its
   * target.
   *
   * @param seen whether the latter are made by the target, who thereby knows
   */
  public record Completion(String local, String remote, boolean seen) implements Serializable {
    public Completion(String local, String remote) {
      this(local, remote, false);
    }
  }

  /** Operations are individuals: two calls with the same values are two calls. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (number != 0 && other instanceof Operation operation && number == operation.number);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }
}
