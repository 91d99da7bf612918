package fencepost.check.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Calls before which strands are held, so that others come first. A hold is over when nobody else
 * can go on, or when the others have had as many steps as they could need: some of them may be
 * waiting in a loop.
 */
final class Holds {
  private static final int MOST_AT_A_PLACE = 4;

  private final Machine machine;
  private final List<Place> places = new ArrayList<>();
  private final Deque<Held> held = new ArrayDeque<>();
  private long patience;

  private static final class Place {
    private final Machine.Hold hold;
    private boolean behindFirst;
    private int left = MOST_AT_A_PLACE;

    Place(Machine.Hold hold) {
      this.hold = hold;
      this.behindFirst = hold.after() == 0;
    }
  }

  /** A strand, and how many steps there had been when it was held. */
  private static final class Held {
    private final long since;
    private boolean over;

    Held(long since) {
      this.since = since;
    }
  }

  Holds(Machine machine) {
    this.machine = machine;
  }

  void add(List<Machine.Hold> holds, long steps) {
    holds.forEach(hold -> places.add(new Place(hold)));
    patience = steps;
  }

  /** A call is made at a place. Whether the strand that makes it is to be held. */
  boolean begins(int rank, long site) {
    boolean holds = false;
    for (Place place : places) {
      if (place.hold.rank() == rank) {
        place.behindFirst |= place.hold.after() == site;
        holds |= place.behindFirst && place.hold.site() == site && place.left-- > 0;
      }
    }
    return holds;
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Holds a strand of a process until what is returned says that it may go on. */
  BooleanSupplier hold() {
    Held one = new Held(machine.steps());
    held.add(one);
    return () -> one.over || machine.steps() - one.since > patience;
  }

  /** Nobody can go on: the first that was held may. False if none is. */
  boolean letOneGo() {
    Held first = held.poll();
    if (first == null) {
      return false;
    }
    first.over = true;
    return true;
  }
}
