package fencepost.engine;

import fencepost.clocks.Signal;
import fencepost.engine.SmallProgram.Step;
import fencepost.engine.SmallProgram.Verb;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a {@link SmallProgram}: how far each strand has come, what is in the memory, who
 * holds which lock. One run can be told to an {@link Execution}; all of them can be gone through.
 */
final class AnyRun {
  private static final int MOST_STATES = 100_000;
  private static final int DIGIT = 3;
  private static final int NOWHERE = 77; // nobody's own memory, so that everyone's accesses count
  private static final Operation.Completion BY_FLUSH = new Operation.Completion("flush", "flush");
  private static final AtomicType WORD = new AtomicType("int8", 8);

  private final SmallProgram program;

  AnyRun(SmallProgram program) {
    this.program = program;
  }

  /** A put that is not flushed. */
  private record Flight(int strand, Step step, boolean arrived) {}

  /** Where a run is. */
  private record State(
      List<Integer> next,
      List<Integer> seen,
      List<Integer> memory,
      List<Integer> exclusive,
      List<Integer> shared,
      List<Integer> sent,
      List<Flight> flights) {

    static State first(SmallProgram program) {
      int strands = program.strands().size();
      return new State(
          zeros(strands),
          zeros(strands),
          zeros(SmallProgram.CELLS),
          List.copyOf(Collections.nCopies(SmallProgram.LOCKS, -1)),
          zeros(SmallProgram.LOCKS),
          zeros(SmallProgram.CHANNELS * strands),
          List.of());
    }

    private static List<Integer> zeros(int count) {
      return List.copyOf(Collections.nCopies(count, 0));
    }

    State moved(int strand) {
      return new State(
          with(next, strand, next.get(strand) + 1), seen, memory, exclusive, shared, sent, flights);
    }

    State saw(int strand, int value) {
      return new State(next, with(seen, strand, value), memory, exclusive, shared, sent, flights);
    }

    State wrote(int cell, int value) {
      return new State(next, seen, with(memory, cell, value), exclusive, shared, sent, flights);
    }

    State locks(List<Integer> nowExclusive, List<Integer> nowShared) {
      return new State(next, seen, memory, nowExclusive, nowShared, sent, flights);
    }

    /** The messages of each sender in each channel are a number; its last digit is the first. */
    State sent(int queue, int messages) {
      return new State(next, seen, memory, exclusive, shared, with(sent, queue, messages), flights);
    }

    State flies(List<Flight> now) {
      return new State(next, seen, memory, exclusive, shared, sent, List.copyOf(now));
    }
  }

  private static List<Integer> with(List<Integer> list, int index, int value) {
    Integer[] changed = list.toArray(Integer[]::new);
    changed[index] = value;
    return List.of(changed);
  }

  private @Nullable Step step(State state, int strand) {
    List<Step> steps = program.strands().get(strand);
    return state.next.get(strand) < steps.size() ? steps.get(state.next.get(strand)) : null;
  }

  private static boolean isDone(State state, int strand, Step step) {
    return step.onlyIf() < 0 || state.seen.get(strand) == step.onlyIf();
  }

  /** What can happen next, and who does it; the sender of the message, if one is received. */
  private record Turn(State after, int strand, int sender) {}

  private List<Turn> turns(State state, int strand) {
    Step step = step(state, strand);
    boolean receives =
        step != null && (step.verb() == Verb.RECEIVE || step.verb() == Verb.RECEIVE_UNSEEN);
    if (!receives || !isDone(state, strand, step)) {
      State after = after(state, strand);
      return after == null ? List.of() : List.of(new Turn(after, strand, -1));
    }
    List<Turn> turns = new ArrayList<>();
    for (int sender = 0; sender < program.strands().size(); sender++) {
      int queue = queue(step.object(), sender);
      int messages = state.sent.get(queue);
      if (messages > 0) {
        int contents = messages % DIGIT;
        int seen = step.verb() == Verb.RECEIVE ? (sender + contents) % DIGIT : contents;
        State after = state.moved(strand).sent(queue, messages / DIGIT).saw(strand, seen);
        turns.add(new Turn(after, strand, sender));
      }
    }
    return turns;
  }

  private int queue(int channel, int sender) {
    return channel * program.strands().size() + sender;
  }

  private State send(State state, int queue, int contents) {
    int place = 1;
    while (place <= state.sent.get(queue)) {
      place *= DIGIT;
    }
    return state.sent(queue, state.sent.get(queue) + contents * place);
  }

  /** What the strand does next; null if it cannot. */
  private @Nullable State after(State state, int strand) {
    Step step = step(state, strand);
    if (step == null) {
      return null;
    }
    State moved = state.moved(strand);
    if (!isDone(state, strand, step)) {
      return moved;
    }
    int on = step.object();
    return switch (step.verb()) {
      case LOCK ->
          state.exclusive.get(on) >= 0 || state.shared.get(on) != 0
              ? null
              : moved.locks(with(state.exclusive, on, strand), state.shared);
      case LOCK_SHARED ->
          state.exclusive.get(on) >= 0
              ? null
              : moved.locks(
                  state.exclusive, with(state.shared, on, state.shared.get(on) | 1 << strand));
      case UNLOCK ->
          moved.locks(
              state.exclusive.get(on) == strand ? with(state.exclusive, on, -1) : state.exclusive,
              with(state.shared, on, state.shared.get(on) & ~(1 << strand)));
      case SEND -> send(moved, queue(on, strand), step.value());
      case RECEIVE, RECEIVE_UNSEEN -> null; // depends on what there is
      case LOAD, ATOMIC_LOAD -> moved.saw(strand, state.memory.get(on));
      case STORE -> moved.wrote(on, step.value());
      case ADD -> moved.wrote(on, state.memory.get(on) + 1);
      case FETCH_ADD -> moved.saw(strand, state.memory.get(on)).wrote(on, state.memory.get(on) + 1);
      case PUT -> {
        List<Flight> flights = new ArrayList<>(state.flights);
        flights.add(new Flight(strand, step, false));
        yield moved.flies(flights);
      }
      case FLUSH ->
          state.flights.stream().anyMatch(f -> f.strand == strand && !f.arrived)
              ? null
              : moved.flies(state.flights.stream().filter(f -> f.strand != strand).toList());
    };
  }

  /** A put arrives. */
  private static State after(State state, Flight flight) {
    List<Flight> flights = new ArrayList<>(state.flights);
    flights.set(flights.indexOf(flight), new Flight(flight.strand, flight.step, true));
    return state.flies(flights).wrote(flight.step.object(), flight.step.value());
  }

  // ---- all runs ----

  /** The pairs of places that some run has at the same time; null if there are too many runs. */
  @Nullable Set<SitePair> races() {
    Set<SitePair> races = new HashSet<>();
    Set<State> known = new HashSet<>();
    List<State> open = new ArrayList<>(List.of(State.first(program)));
    while (!open.isEmpty()) {
      State state = open.remove(open.size() - 1);
      if (!known.add(state)) {
        continue;
      }
      if (known.size() > MOST_STATES) {
        return null;
      }
      addRaces(state, races);
      for (int strand = 0; strand < program.strands().size(); strand++) {
        turns(state, strand).forEach(turn -> open.add(turn.after));
      }
      state.flights.stream().filter(f -> !f.arrived).forEach(f -> open.add(after(state, f)));
    }
    return races;
  }

  private void addRaces(State state, Set<SitePair> races) {
    List<Flight> all = new ArrayList<>(state.flights);
    for (int strand = 0; strand < program.strands().size(); strand++) {
      Step step = step(state, strand);
      if (step != null && step.verb().accesses() && isDone(state, strand, step)) {
        all.add(new Flight(strand, step, false));
      }
    }
    for (Flight one : all) {
      for (Flight other : all) {
        if (one.strand < other.strand && conflict(one.step, other.step)) {
          races.add(SitePair.of(one.step.site(), other.step.site()));
        }
      }
    }
  }

  private static boolean conflict(Step one, Step other) {
    return one.object() == other.object()
        && (one.verb().writes() || other.verb().writes())
        && !(one.verb().atomic() && other.verb().atomic());
  }

  // ---- one run ----

  /** Tells a run that the choice makes, as far as it gets. */
  void tell(Execution execution, Random choice) {
    new Telling(execution, choice).go();
  }

  /** What the value of a counter says. */
  private enum Values {
    NOTHING,
    ORDER,
    TOLD
  }

  private record Sent(Point offered, Signal signal, int contents) {}

  /** Messages that look the same, received one after the other. */
  private static final class Alike {
    final int contents;

    Alike(int contents) {
      this.contents = contents;
    }
  }

  private final class Telling {
    private final Execution execution;
    private final Random choice;

    /** What those who see a counter know of who has made its value. */
    private final Values values;

    private final List<Strand> strands = new ArrayList<>();
    private final List<Updated> cells = new ArrayList<>();
    private final Map<Integer, List<Sent>> messages = new HashMap<>();

    /** Of each channel, the messages that were received last, as long as they look the same. */
    private final Map<Integer, Alike> unseen = new HashMap<>();

    private final Map<Integer, List<Signal>> updates = new HashMap<>();
    private final Map<Integer, List<Signal>> exclusiveBefore = new HashMap<>();
    private final Map<Integer, List<Signal>> before = new HashMap<>();
    private final Map<List<Integer>, LockSection> held = new HashMap<>();
    private final Map<Integer, List<Effect>> flying = new HashMap<>();

    Telling(Execution execution, Random choice) {
      this.execution = execution;
      this.choice = choice;
      this.values = Values.values()[choice.nextInt(Values.values().length)];
      for (int i = 0; i < program.strands().size(); i++) {
        strands.add(execution.strand(i));
      }
      for (int i = 0; i < SmallProgram.CELLS; i++) {
        cells.add(new Updated());
      }
    }

    void go() {
      State state = State.first(program);
      while (true) {
        List<Turn> turns = new ArrayList<>();
        for (int strand = 0; strand < strands.size(); strand++) {
          turns.addAll(turns(state, strand));
        }
        for (Flight flight : state.flights) {
          if (!flight.arrived) {
            turns.add(new Turn(after(state, flight), -1, -1));
          }
        }
        if (turns.isEmpty()) {
          return;
        }
        Turn turn = turns.get(choice.nextInt(turns.size()));
        if (turn.strand >= 0) {
          Step step = step(state, turn.strand);
          if (isDone(state, turn.strand, step)) {
            tell(turn.strand, step, turn.sender);
          }
        }
        state = turn.after;
      }
    }

    /** From anybody, and it is told from whom, or only what the message says. */
    private void tellReceived(Strand strand, Step step, int sender) {
      Sent message = messages.get(queue(step.object(), sender)).remove(0);
      Alike alike = unseen.get(step.object());
      if (step.verb() == Verb.RECEIVE) {
        unseen.remove(step.object());
        execution.await(strand, execution.told(strand, message.signal, null));
        return;
      }
      if (alike == null || alike.contents != message.contents) {
        alike = new Alike(message.contents);
        unseen.put(step.object(), alike);
      }
      execution.takes(strand, message.offered, 0, 0, alike);
      execution.await(strand, execution.byLuck(message.signal));
    }

    private void tell(int number, Step step, int sender) {
      Strand strand = strands.get(number);
      Region region = Region.of(64L * step.object(), 8);
      int on = step.object();
      execution.inside(strand, step.verb().name(), step.site());
      switch (step.verb()) {
        case LOCK, LOCK_SHARED -> {
          boolean exclusive = step.verb() == Verb.LOCK;
          held.put(
              List.of(number, on),
              execution.holds(execution.asks(strand), on, exclusive, "lock " + on));
          List<Signal> after = (exclusive ? before : exclusiveBefore).getOrDefault(on, List.of());
          if (!after.isEmpty()) {
            execution.await(strand, execution.byLuck(Signal.join(after)));
          }
        }
        case UNLOCK -> {
          LockSection section = held.remove(List.of(number, on));
          execution.letsGo(strand, section);
          Signal unlock = execution.signal(strand);
          before.computeIfAbsent(on, key -> new ArrayList<>()).add(unlock);
          if (section.exclusive) {
            exclusiveBefore.computeIfAbsent(on, key -> new ArrayList<>()).add(unlock);
          }
        }
        case SEND ->
            messages
                .computeIfAbsent(queue(on, number), key -> new ArrayList<>())
                .add(new Sent(execution.offers(strand), execution.signal(strand), step.value()));
        case RECEIVE, RECEIVE_UNSEEN -> tellReceived(strand, step, sender);
        case LOAD -> execution.access(strand, AccessKind.LOAD, NOWHERE, region, step.site(), null);
        case STORE ->
            execution.access(strand, AccessKind.STORE, NOWHERE, region, step.site(), null);
        case PUT ->
            flying
                .computeIfAbsent(number, key -> new ArrayList<>())
                .add(effect(strand, AccessKind.REMOTE_WRITE, region, null));
        case FLUSH -> {
          flying.getOrDefault(number, List.of()).forEach(e -> execution.complete(strand, e));
          flying.remove(number);
        }
        case ADD -> {
          Operation add = execution.issue(strand, BY_FLUSH, null, "add");
          Effect effect =
              execution.effect(add, AccessKind.ATOMIC_UPDATE, NOWHERE, region, WORD, null, null);
          execution.complete(strand, effect);
          updated(strand, on);
        }
        case FETCH_ADD, ATOMIC_LOAD -> {
          boolean adds = step.verb() == Verb.FETCH_ADD;
          Effect effect =
              effect(
                  strand, adds ? AccessKind.ATOMIC_UPDATE : AccessKind.ATOMIC_READ, region, WORD);
          if (values != Values.NOTHING && updates.containsKey(on)) {
            Signal made = Signal.join(updates.get(on));
            boolean told = values == Values.TOLD;
            execution.await(strand, told ? execution.told(strand, made, cells.get(on)) : made);
          }
          execution.complete(strand, effect);
          if (adds) {
            updated(strand, on);
          }
        }
      }
    }

    private void updated(Strand strand, int on) {
      updates.computeIfAbsent(on, key -> new ArrayList<>()).add(execution.signal(strand));
      execution.updates(strand, cells.get(on));
    }

    private Effect effect(
        Strand strand, AccessKind kind, Region region, @Nullable AtomicType type) {
      Operation operation = execution.issue(strand, BY_FLUSH);
      return execution.effect(operation, kind, NOWHERE, region, type, null, null);
    }
  }
}
