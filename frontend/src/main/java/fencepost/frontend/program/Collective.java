package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.model.Point;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
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
  private static final int NOBODY = -1;
  private static final int SOMEBODY = -2;

  private final long number = NUMBERS.incrementAndGet();
  private final int size;

  /** For those who wait for a member, or for whoever is the last. */
  private final Int2ObjectOpenHashMap<Bell> entrances = new Int2ObjectOpenHashMap<>(0);

  /** Of those who have entered. */
  private final Int2ObjectOpenHashMap<Signal> entries = new Int2ObjectOpenHashMap<>();

  /** What the first members, all of whom have entered, knew together. */
  private final List<Signal> first = new ArrayList<>();

  private @Nullable Signal all;

  public Collective(int size) {
    this.size = size;
  }

  /** What a member knows when it enters. Reports can tell by it who entered with whom. */
  public Signal entry(Execution execution, Strand strand) {
    return execution.signal(strand, number);
  }

  public void enter(int member, Signal signal) {
    entries.put(member, signal);
    announce(member);
    if (everyoneEntered()) {
      announce(SOMEBODY);
    }
  }

  private void announce(int entered) {
    Bell bell = entrances.remove(entered);
    if (bell != null) {
      bell.ring();
    }
  }

  public boolean hasEntered(int member) {
    return entries.containsKey(member);
  }

  /** Whether every member has. */
  public boolean everyoneEntered() {
    return entries.size() == size;
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
    public boolean mayEnd(Rank rank) {
      int missing = missing();
      if (missing != NOBODY) {
        collective.entrances.computeIfAbsent(missing, key -> new Bell()).wakes(rank);
      }
      return missing == NOBODY;
    }

    /** One that the member waits for and that has not entered. */
    private int missing() {
      return switch (flow) {
        case ALL_TO_ALL -> collective.everyoneEntered() ? NOBODY : SOMEBODY;
        case ROOT_TO_ALL -> member == root || collective.hasEntered(root) ? NOBODY : root;
        case ALL_TO_ROOT -> member != root || collective.everyoneEntered() ? NOBODY : SOMEBODY;
        case LOWER_TO_HIGHER ->
            collective.firstHaveEntered(member) ? NOBODY : collective.first.size();
        case NEIGHBORS -> missingNeighbor();
      };
    }

    private int missingNeighbor() {
      for (int neighbor : neighbors) {
        if (neighbor >= 0 && !collective.hasEntered(neighbor)) {
          return neighbor;
        }
      }
      return NOBODY;
    }

    @Override
    public @Nullable Signal known() {
      return switch (flow) {
        case ALL_TO_ALL -> collective.all();
        case ROOT_TO_ALL -> member == root ? null : collective.entries.get(root);
        case ALL_TO_ROOT -> member == root ? collective.all() : null;
        case LOWER_TO_HIGHER -> member == 0 ? null : collective.first.get(member - 1);
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
      all = Signal.join(entries.values());
    }
    return all;
  }

  /** Whether the first so many members have entered. */
  private boolean firstHaveEntered(int members) {
    for (int i = first.size(); i < members; i++) {
      Signal entry = entries.get(i);
      if (entry == null) {
        return false;
      }
      first.add(i == 0 ? entry : Signal.join(List.of(first.get(i - 1), entry)));
    }
    return true;
  }

  private List<Signal> of(List<Integer> members) {
    List<Signal> signals = new ArrayList<>();
    for (int member : members) {
      Signal entry = entries.get(member);
      if (entry != null) {
        signals.add(entry);
      }
    }
    return signals;
  }
}
