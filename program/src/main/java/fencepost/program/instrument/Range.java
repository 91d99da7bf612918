package fencepost.program.instrument;

import fencepost.program.flow.Expression;
import fencepost.program.flow.Loop;
import fencepost.program.flow.TripCount;
import fencepost.program.ir.Value;
import java.util.List;

/**
 * All that an access touches in a loop nest, known before the nest is entered.
 *
 * @param nest the outermost loop
 * @param start the first address
 * @param dimensions the loops in which the address changes, inner ones first; at most {@link
 *     Hooks#MOST_DIMENSIONS}
 * @param conditions under which the inner loops are executed at all
 */
record Range(Loop nest, Expression start, List<Dimension> dimensions, List<Condition> conditions) {

  /** So many times, so many bytes apart. */
  record Dimension(TripCount count, Expression stride) {}

  /** A value that is true, or false, if the access is executed. */
  record Condition(Value value, boolean expected) {}
}
