package fencepost.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Clocks that share arrays against plain maps, on random histories. */
class ClocksPropertyTest {
  private static final int STRANDS = 5;

  enum Verb {
    TICK,
    SIGNAL,
    PRESENT,
    LEARN,
    JOIN_AND_LEARN
  }

  /** What a strand does, with the signal it learns from, counted from the latest. */
  record Event(Verb verb, int strand, int signal) {}

  /** A clock and what it should know. */
  private record Pair(Clock clock, Map<Integer, Long> expected) {
    void check() {
      for (int strand = 0; strand <= STRANDS; strand++) {
        long time = expected.getOrDefault(strand, 0L);
        assertThat(clock.timeOf(strand)).isEqualTo(time);
        assertThat(clock.covers(strand, time)).isTrue();
        assertThat(clock.covers(strand, time + 1)).isFalse();
      }
    }
  }

  @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
  void clocksKnowWhatPlainMapsKnow(@ForAll("histories") List<Event> history) {
    List<Pair> strands = new ArrayList<>();
    List<Pair> signals = new ArrayList<>();
    for (int s = 0; s < STRANDS; s++) {
      strands.add(new Pair(new StrandClock(s), new HashMap<>(Map.of(s, 1L))));
    }
    for (Event event : history) {
      play(event, strands.get(event.strand), signals);
      strands.get(event.strand).check();
    }
    strands.forEach(Pair::check);
    signals.forEach(Pair::check); // signals are immutable, whoever has learned from them
  }

  private static void play(Event event, Pair strand, List<Pair> signals) {
    StrandClock clock = (StrandClock) strand.clock;
    Map<Integer, Long> expected = strand.expected;
    switch (event.verb) {
      case TICK -> {
        assertThat(clock.tick()).isEqualTo(expected.get(event.strand) + 1);
        expected.merge(event.strand, 2L, Long::sum);
      }
      case SIGNAL -> {
        Map<Integer, Long> known = new HashMap<>(expected);
        known.merge(event.strand, 1L, Long::sum);
        expected.merge(event.strand, 2L, Long::sum);
        signals.add(new Pair(clock.signal(), known));
      }
      case PRESENT -> signals.add(new Pair(clock.present(), new HashMap<>(expected)));
      case LEARN -> {
        if (!signals.isEmpty()) {
          learn(event, strand, latest(signals, event.signal));
        }
      }
      case JOIN_AND_LEARN -> {
        if (!signals.isEmpty()) {
          Pair joined = join(latest(signals, event.signal), latest(signals, 0));
          signals.add(joined);
          learn(event, strand, joined);
        }
      }
    }
    assertThat(clock.now()).isEqualTo(expected.get(event.strand));
  }

  private static Pair latest(List<Pair> signals, int back) {
    return signals.get(signals.size() - 1 - back % signals.size());
  }

  private static Pair join(Pair a, Pair b) {
    Map<Integer, Long> known = new HashMap<>(a.expected);
    b.expected.forEach((strand, time) -> known.merge(strand, time, Math::max));
    return new Pair(Signal.join(List.of((Signal) a.clock, (Signal) b.clock)), known);
  }

  private static void learn(Event event, Pair strand, Pair signal) {
    ((StrandClock) strand.clock).learn((Signal) signal.clock);
    strand.expected.merge(event.strand, 2L, Long::sum);
    signal.expected.forEach((s, time) -> strand.expected.merge(s, time, Math::max));
  }

  @Provide
  Arbitrary<List<Event>> histories() {
    return Combinators.combine(
            Arbitraries.of(Verb.class),
            Arbitraries.integers().between(0, STRANDS - 1),
            Arbitraries.integers().between(0, 8))
        .as(Event::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }
}
