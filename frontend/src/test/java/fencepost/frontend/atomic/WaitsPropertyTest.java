package fencepost.frontend.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.StrandClock;
import fencepost.frontend.atomic.WaitingRun.Issued;
import fencepost.model.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What a wait proves, against the definition: every history that happens-before allows. */
class WaitsPropertyTest {
  private static final int STRANDS = 4;

  /** Something that a strand does. */
  record Move(int verb, int strand, int argument) {}

  @Property(tries = 5_000)
  void aWaitProvesWhatAllPossibleHistoriesHaveInCommon(
      @ForAll("moves") List<Move> moves, @ForAll("conditions") Goal goal) {
    compareWithTheDefinition(moves, goal);
  }

  @Property(tries = 2_000)
  void aWaitForACounterProvesWhatAllPossibleHistoriesHaveInCommon(
      @ForAll("additions") List<Move> moves, @ForAll("conditions") Goal goal) {
    compareWithTheDefinition(moves, goal);
  }

  private static void compareWithTheDefinition(List<Move> moves, Goal goal) {
    WaitingRun run = new WaitingRun(STRANDS);
    List<Issued> updates = perform(run, moves);
    run.cell.had(-1, 0);
    StrandClock waiter = run.clocks.get(0);
    long[] known = times(waiter::timeOf);
    Set<Effect> complete = new HashSet<>();
    for (Issued issued : updates) {
      if (issued.update().isKnownTo(waiter)) {
        complete.addAll(issued.completion().effects());
      }
    }
    Enumeration every = new Enumeration(updates, waiter, goal);
    every.extend(new ArrayList<>());
    Provenance order = run.cell.await(goal, waiter, null, Long.MAX_VALUE);
    long[] proved = order == null ? new long[STRANDS] : times(order.signal()::timeOf);
    assertThat(join(known, proved)).isEqualTo(join(known, every.order()));
    Set<Effect> arrived = order == null ? Set.of() : order.effects();
    assertThat(without(complete, arrived)).isEqualTo(without(complete, every.arrived()));
  }

  private static Set<Effect> without(Set<Effect> complete, Set<Effect> effects) {
    Set<Effect> rest = new HashSet<>(effects);
    rest.removeAll(complete);
    return rest;
  }

  private static List<Issued> perform(WaitingRun run, List<Move> moves) {
    List<Issued> updates = new ArrayList<>();
    for (Move move : moves) {
      switch (move.verb) {
        case 0 -> updates.add(run.add(move.strand, 1 + move.argument % 2));
        case 1 -> updates.add(run.set(move.strand, move.argument));
        case 2 -> updates.add(run.setInOrder(move.strand, move.argument));
        case 3 -> run.message(move.strand, move.argument % STRANDS);
        default ->
            updates.stream()
                .filter(update -> update.strand() == move.strand)
                .forEach(update -> run.quiet(move.strand, update));
      }
    }
    return updates;
  }

  /** All orders of all sets of updates: each is a possible source of what was seen. */
  private static final class Enumeration {
    private final List<Update> updates;
    private final StrandClock waiter;
    private final Goal goal;
    private long @Nullable [] order;
    private Set<Effect> arrived = Set.of();

    Enumeration(List<Issued> updates, StrandClock waiter, Goal goal) {
      this.updates = updates.stream().map(Issued::update).toList();
      this.waiter = waiter;
      this.goal = goal;
    }

    long[] order() {
      return order == null ? new long[STRANDS] : order;
    }

    Set<Effect> arrived() {
      return arrived;
    }

    void extend(List<Update> history) {
      if (updates.stream().allMatch(u -> history.contains(u) || !u.isKnownTo(waiter))) {
        end(history);
      }
      for (Update next : updates) {
        boolean possible =
            updates.stream().allMatch(u -> history.contains(u) || !u.happensBefore(next));
        if (possible && !history.contains(next)) {
          history.add(next);
          extend(history);
          history.remove(next);
        }
      }
    }

    private void end(List<Update> history) {
      long value = -1;
      long[] seen = new long[STRANDS];
      Set<Effect> with = new HashSet<>();
      for (Update update : history) {
        boolean overwrites = update.op == AtomicOp.REPLACE;
        if (overwrites) {
          with.clear();
        }
        with.addAll(update.provenance.effects());
        long[] own = times(update.provenance.signal()::timeOf);
        seen = overwrites ? own : join(seen, own);
        value = overwrites ? update.operand : value + update.operand;
      }
      if (goal.test(value)) {
        if (order == null) {
          arrived = with;
        } else {
          arrived.retainAll(with);
        }
        order = order == null ? seen : meet(order, seen);
      }
    }
  }

  private interface Times {
    long of(int strand);
  }

  private static long[] times(Times times) {
    long[] all = new long[STRANDS];
    Arrays.setAll(all, times::of);
    return all;
  }

  private static long[] join(long[] a, long[] b) {
    long[] both = new long[STRANDS];
    Arrays.setAll(both, i -> Math.max(a[i], b[i]));
    return both;
  }

  private static long[] meet(long[] a, long[] b) {
    long[] both = new long[STRANDS];
    Arrays.setAll(both, i -> Math.min(a[i], b[i]));
    return both;
  }

  @Provide
  Arbitrary<List<Move>> moves() {
    return moves(Arbitraries.integers().between(0, 4));
  }

  /** Without what sets the value. */
  @Provide
  Arbitrary<List<Move>> additions() {
    return moves(Arbitraries.of(0, 3, 4));
  }

  private static Arbitrary<List<Move>> moves(Arbitrary<Integer> verb) {
    Arbitrary<Integer> strand = Arbitraries.integers().between(0, STRANDS - 1);
    Arbitrary<Integer> argument = Arbitraries.integers().between(0, 3);
    return Combinators.combine(verb, strand, argument).as(Move::new).list().ofMaxSize(8);
  }

  @Provide
  Arbitrary<Goal> conditions() {
    Arbitrary<Long> value = Arbitraries.longs().between(-1, 4);
    return Arbitraries.oneOf(value.map(WaitingRun::atLeast), value.map(WaitingRun::equal));
  }
}
