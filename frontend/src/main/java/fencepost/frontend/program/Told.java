package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import java.util.ArrayList;
import java.util.List;

/** What an object tells those who acquire it: what strands knew when they released it. */
final class Told {
  private static final int MANY = 64;

  private final List<Signal> signals = new ArrayList<>();

  /** How many have passed it, if it is a barrier. */
  int passed;

  void release(Strand strand, Execution execution) {
    Signal signal = execution.signal(strand);
    strand.beginStretch();
    release(strand, signal);
  }

  void release(Strand strand, Signal signal) {
    signals.removeIf(known -> known.isKnownTo(strand.knowledge()));
    if (signals.size() == MANY) {
      together();
    }
    signals.add(signal);
  }

  void acquire(Strand strand, Execution execution) {
    if (!signals.isEmpty()) {
      execution.await(strand, together());
    }
  }

  /** Nothing is told any more. */
  void silence() {
    signals.clear();
  }

  private Signal together() {
    if (signals.size() > 1) {
      Signal joined = Signal.join(signals);
      signals.clear();
      signals.add(joined);
    }
    return signals.get(0);
  }
}
