package fencepost.engine;

import fencepost.clocks.Signal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target's leave to access its memory, which may come long after the accesses were issued: a
 * post, the end of another's exclusive lock, the entry into a fence. Effects under a grant wait for
 * it here.
 */
public final class Grant {
  private @Nullable Signal signal;

  // Most have few, and for a short time.
  private List<Waiting> waiting = List.of();

  /** Where the detector keeps it while somebody waits. */
  int place;

  /** An effect that cannot begin yet, with what its issuer knew when it issued it. */
  record Waiting(fencepost.model.Effect effect, Signal issuer) {}

  /** What the effects begin after, once the grant is open. */
  public @Nullable Signal signal() {
    return signal;
  }

  public boolean isOpen() {
    return signal != null;
  }

  /** Nobody waits any more. */
  void open(Signal after) {
    signal = after;
    waiting = List.of();
  }

  List<Waiting> waiting() {
    return waiting;
  }

  void add(Waiting effect) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    }
    waiting.add(effect);
  }
}
