package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One collective call of all members. Each leaves a signal when it enters, and may return only
 * after the signals that the data flow makes it wait for.
 */
final class Collective {

  /** Whose entry must precede whose return. */
  enum Flow {
    ALL_TO_ALL,
    ROOT_TO_ALL,
    ALL_TO_ROOT,
    LOWER_TO_HIGHER
  }

  private final @Nullable Signal[] entries;
  private int entered;
  private @Nullable Signal all;

  Collective(int size) {
    entries = new Signal[size];
  }

  void enter(int member, Signal signal) {
    entries[member] = signal;
    entered++;
  }

  boolean hasEntered(int member) {
    return entries[member] != null;
  }

  /** Whether everyone has entered whom the member must wait for. */
  boolean mayLeave(int member, Flow flow, int root) {
    return switch (flow) {
      case ALL_TO_ALL -> entered == entries.length;
      case ROOT_TO_ALL -> member == root || entries[root] != null;
      case ALL_TO_ROOT -> member != root || entered == entries.length;
      case LOWER_TO_HIGHER -> lower(member).size() == member;
    };
  }

  /** What the member knows when it returns; null if nothing new. */
  @Nullable Signal known(int member, Flow flow, int root) {
    return switch (flow) {
      case ALL_TO_ALL -> all();
      case ROOT_TO_ALL -> member == root ? null : entries[root];
      case ALL_TO_ROOT -> member == root ? all() : null;
      case LOWER_TO_HIGHER -> member == 0 ? null : Signal.join(lower(member));
    };
  }

  /** What all of them knew together, one value that all members share. */
  Signal all() {
    if (all == null) {
      all = Signal.join(lower(entries.length));
    }
    return all;
  }

  private List<Signal> lower(int member) {
    List<Signal> signals = new ArrayList<>(member);
    for (int i = 0; i < member && entries[i] != null; i++) {
      signals.add(Objects.requireNonNull(entries[i]));
    }
    return signals;
  }
}
