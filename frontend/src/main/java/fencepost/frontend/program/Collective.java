package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.model.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One collective call of all members. Each leaves a signal when it enters, and may return only
 * after the signals that the data flow makes it wait for.
 */
public final class Collective {

  /** Whose entry must precede whose return. */
  public enum Flow {
    ALL_TO_ALL,
    ROOT_TO_ALL,
    ALL_TO_ROOT,
    LOWER_TO_HIGHER,
    NEIGHBORS
  }

  private static final AtomicLong NUMBERS = new AtomicLong(Point.ALONE);

  private final long number = NUMBERS.incrementAndGet();
  private final @Nullable Signal[] entries;
  private int entered;
  private @Nullable Signal all;

  public Collective(int size) {
    entries = new Signal[size];
  }

  /** What a member knows when it enters. Reports can tell by it who entered with whom. */
  public Signal entry(Execution execution, Strand strand) {
    return execution.signal(strand, number);
  }

  public void enter(int member, Signal signal) {
    entries[member] = signal;
    entered++;
  }

  public boolean hasEntered(int member) {
    return entries[member] != null;
  }

  /**
   * One member's part: whom it waits for.
   *
   * @param neighbors the members that it receives from, if the flow is along neighbours
   */
  public record Participation(
      Collective collective, int member, Flow flow, int root, List<Integer> neighbors)
      implements Awaited {

    /** Whether everyone has entered whom the member must wait for. */
    @Override
    public boolean mayEnd() {
      int members = collective.entries.length;
      return switch (flow) {
        case ALL_TO_ALL -> collective.entered == members;
        case ROOT_TO_ALL -> member == root || collective.hasEntered(root);
        case ALL_TO_ROOT -> member != root || collective.entered == members;
        case LOWER_TO_HIGHER -> collective.lower(member).size() == member;
        case NEIGHBORS -> neighbors.stream().allMatch(n -> n < 0 || collective.hasEntered(n));
      };
    }

    @Override
    public @Nullable Signal known() {
      return switch (flow) {
        case ALL_TO_ALL -> collective.all();
        case ROOT_TO_ALL -> member == root ? null : collective.entries[root];
        case ALL_TO_ROOT -> member == root ? collective.all() : null;
        case LOWER_TO_HIGHER -> member == 0 ? null : Signal.join(collective.lower(member));
        case NEIGHBORS -> Signal.join(collective.of(neighbors));
      };
    }
  }

  /** The member enters. */
  public Participation enter(
      int member, Signal signal, Flow flow, int root, List<Integer> neighbors) {
    enter(member, signal);
    return new Participation(this, member, flow, root, neighbors);
  }

  /** What all of them knew together, one value that all members share. */
  public Signal all() {
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

  private List<Signal> of(List<Integer> members) {
    List<Signal> signals = new ArrayList<>();
    for (int member : members) {
      if (member >= 0 && entries[member] != null) {
        signals.add(Objects.requireNonNull(entries[member]));
      }
    }
    return signals;
  }
}
