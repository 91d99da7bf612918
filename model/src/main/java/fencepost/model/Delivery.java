package fencepost.model;

import java.io.Serializable;

/**
 * The place of an operation in what its origin sends to one target. Writes and updates of different
 * epochs of one channel arrive in the order of the epochs, although they may not be complete.
 *
 * @param channel equal for what is delivered in order
 * @param epoch grows where the program asks for order: with every fence, say
 */
public record Delivery(Object channel, long epoch) implements Serializable {
  private static final long AT_ONCE = -1;

  /** Of calls that do one thing together: a collective's members do not race with each other. */
  public static Delivery together(Object collective) {
    return new Delivery(collective, AT_ONCE);
  }

  /** Whether the two calls are parts of the same collective call. */
  boolean isTogetherWith(Delivery other) {
    return epoch == AT_ONCE && equals(other);
  }

  /** Whether this is delivered before the other. */
  public boolean isBefore(Delivery other) {
    return epoch < other.epoch && channel.equals(other.channel);
  }

  /** Whether one of the two is delivered before the other. */
  public boolean isOrderedWith(Delivery other) {
    return epoch != other.epoch && channel.equals(other.channel);
  }
}
