package fencepost.frontend.program;

import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * For each thread of a process the call that it is in: several of them may have entered calls that
 * they have not left.
 *
 * @param <C> what is remembered of a call from its entry to its return
 */
public final class Threads<C> {
  private final List<C> calls = new ArrayList<>();
  private final Supplier<C> none;

  public Threads(Supplier<C> none) {
    this.none = none;
  }

  /** The call of the thread that made the record. */
  public C of(RecordCursor record) {
    while (calls.size() <= record.thread()) {
      calls.add(none.get());
    }
    return calls.get(record.thread());
  }
}
