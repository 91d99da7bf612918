package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.model.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An order in which the lock sections of a prefix can be taken: each strand takes its own in
 * program order, what certainly comes before a moment has been done, and no two overlap that
 * exclude each other. A section that stays open comes behind all that it excludes.
 *
 * <p>At each step the section is taken that was held first in this run, of those that can be. If
 * that leads nowhere, the latest choices are made anew.
 */
final class SectionOrder {
  private static final int MOST_CHOICES = 64;
  private static final int MOST_RETURNS = 1 << 10;

  private final List<Strand> strands;
  private final Clock prefix;

  /** What each strand does with locks, in its order. */
  private final List<List<Event>> events = new ArrayList<>();

  private final Map<Object, Integer> locks = new HashMap<>();
  private final Set<List<Integer>> failed = new HashSet<>();
  private final int total;

  /** A section is taken, or is over. */
  private record Event(LockSection section, Point at, boolean takes, int lock) {}

  /** How far the strands have come. */
  private final class State {
    final int[] next;

    /** Of each lock: exclusive and shared sections that are held, and that will be over. */
    final int[][] held;

    final int[][] left;
    final List<LockSection> taken;

    /** What has been tried from here. */
    final Set<LockSection> tried = new HashSet<>();

    State(int[] next, int[][] held, int[][] left, List<LockSection> taken) {
      this.next = next;
      this.held = held;
      this.left = left;
      this.taken = taken;
    }

    State copy() {
      return new State(next.clone(), deep(held), deep(left), new ArrayList<>(taken));
    }

    List<Integer> key() {
      return Arrays.stream(next).boxed().toList();
    }

    @Nullable Event of(int strand) {
      List<Event> all = events.get(strand);
      return next[strand] < all.size() ? all.get(next[strand]) : null;
    }

    /** Whether all that certainly comes before the event is done. */
    boolean isReached(Event event) {
      Signal certain = strands.get(event.at.strand()).clock.certainAt(event.at.time());
      for (int strand = 0; strand < next.length; strand++) {
        Event other = of(strand);
        if (other != null
            && strand != event.at.strand()
            && certain.covers(strand, other.at.time())) {
          return false;
        }
      }
      return true;
    }

    boolean canTake(Event event) {
      int[] there = held[event.lock];
      boolean excluded = there[0] > 0 || (event.section.exclusive && there[1] > 0);
      boolean early = !isOver(event.section) && isExcluded(event.section, left[event.lock]);
      return !excluded && !early && isReached(event);
    }

    private boolean isExcluded(LockSection section, int[] by) {
      return by[0] > 0 || (section.exclusive && by[1] > 0);
    }

    void take(Event event) {
      held[event.lock][event.section.exclusive ? 0 : 1]++;
      taken.add(event.section);
      next[event.at.strand()]++;
    }

    /** Lets go of all that can be let go of: that is in nobody's way. */
    void letGo() {
      boolean moved = true;
      while (moved) {
        moved = false;
        for (int strand = 0; strand < next.length; strand++) {
          Event event = of(strand);
          if (event != null && !event.takes && isReached(event)) {
            int kind = event.section.exclusive ? 0 : 1;
            held[event.lock][kind]--;
            left[event.lock][kind]--;
            next[strand]++;
            moved = true;
          }
        }
      }
    }

    /** What can be taken and has not been tried, the earliest of this run first. */
    List<Event> choices() {
      List<Event> choices = new ArrayList<>();
      for (int strand = 0; strand < next.length; strand++) {
        Event event = of(strand);
        if (event != null && event.takes && !tried.contains(event.section) && canTake(event)) {
          choices.add(event);
        }
      }
      choices.sort(Comparator.comparingLong(event -> event.section.heldAt));
      return choices;
    }
  }

  SectionOrder(List<Strand> strands, List<LockSection> sections, Clock prefix) {
    this.strands = strands;
    this.prefix = prefix;
    this.total = sections.size();
    strands.forEach(strand -> events.add(new ArrayList<>()));
    for (LockSection section : sections) {
      int lock = locks.computeIfAbsent(section.lock, key -> locks.size());
      add(new Event(section, section.asked, true, lock));
      if (section.released != null && isOver(section)) {
        add(new Event(section, section.released, false, lock));
      }
    }
    events.forEach(own -> own.sort(Comparator.comparingLong(event -> event.at.time())));
  }

  private void add(Event event) {
    events.get(event.at.strand()).add(event);
  }

  private boolean isOver(LockSection section) {
    Point end = section.released;
    return end != null && prefix.covers(end.strand(), end.time());
  }

  /** The sections in the order in which they are taken; null if no order was found. */
  @Nullable List<LockSection> find() {
    Deque<State> choices = new ArrayDeque<>();
    State state = start();
    int returns = 0;
    while (true) {
      state.letGo();
      List<Event> possible = failed.contains(state.key()) ? List.of() : state.choices();
      if (possible.isEmpty()) {
        if (isDone(state)) {
          return state.taken;
        }
        failed.add(state.key());
        State last = choices.pollLast();
        if (last == null || ++returns > MOST_RETURNS) {
          return null;
        }
        state = last;
        continue;
      }
      Event event = possible.get(0);
      if (possible.size() > 1) {
        State again = state.copy();
        again.tried.addAll(state.tried);
        again.tried.add(event.section);
        choices.addLast(again);
        if (choices.size() > MOST_CHOICES) {
          choices.removeFirst();
        }
      }
      state.take(event);
      state.tried.clear();
    }
  }

  private State start() {
    int[][] left = new int[locks.size()][2];
    for (List<Event> own : events) {
      for (Event event : own) {
        left[event.lock][event.section.exclusive ? 0 : 1] += event.takes ? 0 : 1;
      }
    }
    return new State(new int[events.size()], new int[locks.size()][2], left, new ArrayList<>());
  }

  private boolean isDone(State state) {
    for (int strand = 0; strand < events.size(); strand++) {
      if (state.of(strand) != null) {
        return false;
      }
    }
    return state.taken.size() == total;
  }

  private static int[][] deep(int[][] table) {
    return Arrays.stream(table).map(int[]::clone).toArray(int[][]::new);
  }
}
