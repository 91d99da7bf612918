package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function that was called.
 *
 * @param site where; null if that is not looked at
 * @param caller what called it, null with the site
 */
record DataflowFrame(Function function, @Nullable Call site, @Nullable Scope caller) {
  int depth() {
    return caller == null ? 0 : 1 + caller.frame().depth();
  }

  /** Whether a loop around the call has begun anew since the operation was issued. */
  boolean isCalledInLaterTurn() {
    return caller != null && caller.isLaterTurn();
  }

  /** Whether a function is among those that are being executed. */
  boolean isIn(Function other) {
    return function == other || (caller != null && caller.frame().isIn(other));
  }
}
