package fencepost.frontend.program;

import fencepost.clocks.Signal;
import org.jspecify.annotations.Nullable;

/** What others must have done before an operation of this process can end. */
public interface Awaited {
  /** Whether all of it has been heard of. If not, the process may be woken when it has. */
  boolean mayEnd(Rank rank);

  /** What the process knows when the operation ends; null if nothing new. */
  @Nullable Signal known();
}
