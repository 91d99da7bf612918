package fencepost.report;

import fencepost.model.Effect;
import java.util.List;

/**
 * What would end a race, in words and as orders that are missing in the execution that was seen.
 *
 * @param orders each of them ends the race; none if the fix is not an order
 */
public record Remedy(String text, List<Order> orders) {

  /**
   * An order from one effect to the other, which must be possible: the execution with it has no
   * cycle, and the first effect is complete before the second begins.
   *
   * @param issued the time of the first one's strand when it was issued
   * @param from the time of that strand at which the order begins
   * @param completes whether the fix completes the first effect there
   * @param before the time of the second one's strand when it was issued
   */
  public record Order(
      Effect first, long issued, long from, boolean completes, Effect second, long before) {}
}
