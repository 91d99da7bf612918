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
 * exclude each other. A section that stays open comes behind all that it excludes. Nothing is taken
 * of what has not been offered.
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

  /** The choices and offers of each kind of things. */
  private final Map<Object, Integer> kinds = new HashMap<>();

  private @Nullable State found;

  /** Something that a strand does. */
  private interface Event {
    Point at();
  }

  /** A section is taken, or is over. */
  private record LockEvent(LockSection section, Point at, boolean takes, int lock)
      implements Event {}

  /** A thing is offered: the one that the choice took in this run. */
  private record Offer(Choice choice, Point at, int kind) implements Event {}

  /** One of the things is taken. */
  private record Take(Choice choice, Point at, int kind) implements Event {}

  /** A choice takes what another one took in this run. */
  record Exchange(Choice choice, Choice other) {}

  /** How far the strands have come. */
  private final class State {
    final int[] next;

    /** Of each lock: exclusive and shared sections that are held, and that will be over. */
    final int[][] held;

    final int[][] left;
    final List<LockSection> taken;

    /**
     * The things that were offered and not taken, and what was taken otherwise than in this run.
     */
    final List<Offer> offered;

    final List<Exchange> exchanged;

    /** What has been tried from here. */
    final Set<LockSection> tried = new HashSet<>();

    State(
        int[] next,
        int[][] held,
        int[][] left,
        List<LockSection> taken,
        List<Offer> offered,
        List<Exchange> exchanged) {
      this.next = next;
      this.held = held;
      this.left = left;
      this.taken = new ArrayList<>(taken);
      this.offered = new ArrayList<>(offered);
      this.exchanged = new ArrayList<>(exchanged);
    }

    State copy() {
      return new State(next.clone(), deep(held), deep(left), taken, offered, exchanged);
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
      Signal certain = strands.get(event.at().strand()).clock.certainAt(event.at().time());
      for (int strand = 0; strand < next.length; strand++) {
        Event other = of(strand);
        if (other != null
            && strand != event.at().strand()
            && certain.covers(strand, other.at().time())) {
          return false;
        }
      }
      return true;
    }

    boolean canTake(LockEvent event) {
      int[] there = held[event.lock];
      boolean excluded = there[0] > 0 || (event.section.exclusive && there[1] > 0);
      boolean early = !isOver(event.section) && isExcluded(event.section, left[event.lock]);
      return !excluded && !early && isReached(event);
    }

    private boolean isExcluded(LockSection section, int[] by) {
      return by[0] > 0 || (section.exclusive && by[1] > 0);
    }

    void take(LockEvent event) {
      held[event.lock][event.section.exclusive ? 0 : 1]++;
      taken.add(event.section);
      next[event.at().strand()]++;
    }

    /** Does all that is in nobody's way: lets go of locks, offers things and takes them. */
    void goOn() {
      boolean moved = true;
      while (moved) {
        moved = false;
        for (int strand = 0; strand < next.length; strand++) {
          Event event = of(strand);
          if (event != null && isReached(event) && isDone(event)) {
            next[strand]++;
            moved = true;
          }
        }
      }
    }

    /** Does what the event says, if it is in nobody's way and can be done. */
    private boolean isDone(Event event) {
      if (event instanceof LockEvent of) {
        if (!of.takes) {
          int kind = of.section.exclusive ? 0 : 1;
          held[of.lock][kind]--;
          left[of.lock][kind]--;
        }
        return !of.takes;
      }
      if (event instanceof Offer offer) {
        return offered.add(offer);
      }
      return event instanceof Take take && isTaken(take);
    }

    /** The one of this run if it is there, else another one; each sender's in their order. */
    private boolean isTaken(Take take) {
      @Nullable Offer chosen = null;
      for (Offer offer : offered) {
        if (offer.kind == take.kind && (chosen == null || offer.choice == take.choice)) {
          chosen = offer;
        }
      }
      if (chosen == null) {
        return false;
      }
      Offer earliest = chosen;
      for (Offer offer : offered) {
        boolean earlier =
            offer.at.strand() == earliest.at.strand() && offer.at.time() < earliest.at.time();
        earliest = offer.kind == take.kind && earlier ? offer : earliest;
      }
      offered.remove(earliest);
      if (earliest.choice != take.choice) {
        exchanged.add(new Exchange(take.choice, earliest.choice));
      }
      return true;
    }

    /** What can be taken and has not been tried, the earliest of this run first. */
    List<LockEvent> choices() {
      List<LockEvent> choices = new ArrayList<>();
      for (int strand = 0; strand < next.length; strand++) {
        if (of(strand) instanceof LockEvent event
            && event.takes
            && !tried.contains(event.section)
            && canTake(event)) {
          choices.add(event);
        }
      }
      choices.sort(Comparator.comparingLong(event -> event.section.heldAt));
      return choices;
    }
  }

  SectionOrder(
      List<Strand> strands,
      List<LockSection> sections,
      List<Choice> offers,
      List<Choice> takes,
      Clock prefix) {
    this.strands = strands;
    this.prefix = prefix;
    this.total = sections.size();
    strands.forEach(strand -> events.add(new ArrayList<>()));
    for (LockSection section : sections) {
      int lock = locks.computeIfAbsent(section.lock, key -> locks.size());
      add(new LockEvent(section, section.asked, true, lock));
      if (section.released != null && isOver(section)) {
        add(new LockEvent(section, section.released, false, lock));
      }
    }
    for (Choice choice : offers) {
      add(new Offer(choice, choice.offered, kind(choice)));
    }
    for (Choice choice : takes) {
      add(new Take(choice, choice.at, kind(choice)));
    }
    events.forEach(own -> own.sort(Comparator.comparingLong(event -> event.at().time())));
  }

  private int kind(Choice choice) {
    return kinds.computeIfAbsent(choice.alike, key -> kinds.size());
  }

  private void add(Event event) {
    events.get(event.at().strand()).add(event);
  }

  /** The sections in the order in which they are taken, once one was found. */
  List<LockSection> taken() {
    return found == null ? List.of() : found.taken;
  }

  /** What is taken otherwise than in this run. */
  List<Exchange> exchanged() {
    return found == null ? List.of() : found.exchanged;
  }

  private boolean isOver(LockSection section) {
    Point end = section.released;
    return end != null && prefix.covers(end.strand(), end.time());
  }

  /** Whether an order was found. */
  boolean find() {
    Deque<State> choices = new ArrayDeque<>();
    State state = start();
    int returns = 0;
    while (true) {
      state.goOn();
      List<LockEvent> possible = failed.contains(state.key()) ? List.of() : state.choices();
      if (possible.isEmpty()) {
        if (isDone(state)) {
          found = state;
          return true;
        }
        failed.add(state.key());
        State last = choices.pollLast();
        if (last == null || ++returns > MOST_RETURNS) {
          return false;
        }
        state = last;
        continue;
      }
      LockEvent event = possible.get(0);
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
        if (event instanceof LockEvent of && !of.takes) {
          left[of.lock][of.section.exclusive ? 0 : 1]++;
        }
      }
    }
    int[][] held = new int[locks.size()][2];
    return new State(new int[events.size()], held, left, List.of(), List.of(), List.of());
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
