package fencepost.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Clocks that share what they have in common against plain maps, on random histories. */
class ClocksPropertyTest {
  /** Some beside each other, some far apart. */
  private static final List<Integer> STRANDS = List.of(0, 1, 16, 300, 70_000);

  enum Verb {
    TICK,
    SIGNAL,
    PRESENT,
    LEARN,
    JOIN_AND_LEARN,
    BARRIER
  }

  /** What a strand does, with the signal it learns from, counted from the latest. */
  record Event(Verb verb, int strand, int signal) {}

  /** A clock and what it should know. */
  private record Pair(Clock clock, Map<Integer, Long> expected) {
    void check() {
      for (int strand : List.of(0, 1, 2, 16, 17, 300, 70_000, 1 << 20)) {
        long time = expected.getOrDefault(strand, 0L);
        assertThat(clock.timeOf(strand)).isEqualTo(time);
        assertThat(clock.covers(strand, time)).isTrue();
        assertThat(clock.covers(strand, time + 1)).isFalse();
      }
    }
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void clocksKnowWhatPlainMapsKnow(@ForAll("histories") List<Event> history) {
    List<Pair> strands = new ArrayList<>();
    List<Pair> signals = new ArrayList<>();
    for (int s : STRANDS) {
      strands.add(new Pair(new StrandClock(s), new HashMap<>(Map.of(s, 1L))));
    }
    for (Event event : history) {
      Pair strand = strands.get(STRANDS.indexOf(event.strand));
      play(event, strand, signals);
      strand.check();
    }
    checkMeetings(strands, signals);
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
        signals.add(signal(event, strand));
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
      case BARRIER -> {
        signals.add(signal(event, strand));
        Pair joined = joinAll(signals);
        signals.add(joined);
        learn(event, strand, joined);
      }
    }
    assertThat(clock.now()).isEqualTo(expected.get(event.strand));
  }

  private static Pair signal(Event event, Pair strand) {
    Map<Integer, Long> known = new HashMap<>(strand.expected);
    known.merge(event.strand, 1L, Long::sum);
    strand.expected.merge(event.strand, 2L, Long::sum);
    return new Pair(((StrandClock) strand.clock).signal(), known);
  }

  /** What all strands know, and what all signals know. */
  private static void checkMeetings(List<Pair> strands, List<Pair> signals) {
    CommonKnowledge everyone = new CommonKnowledge();
    strands.forEach(strand -> everyone.add((StrandClock) strand.clock));
    new Pair(everyone, met(strands)).check();
    CommonKnowledge all = new CommonKnowledge();
    strands.forEach(strand -> all.add((StrandClock) strand.clock));
    signals.forEach(signal -> all.add((Signal) signal.clock));
    new Pair(all, met(Stream.concat(strands.stream(), signals.stream()).toList())).check();
    if (!signals.isEmpty()) {
      List<Signal> given = signals.stream().map(pair -> (Signal) pair.clock).toList();
      new Pair(Signal.meet(given), met(signals)).check();
      List<Long> weights = signals.stream().map(signal -> 1L).toList();
      // Only all of them are enough, or any one.
      new Pair(
              Signal.commonToAny(given, weights, sum -> sum > given.size() - 1),
              joinAll(signals).expected)
          .check();
      new Pair(Signal.commonToAny(given, weights, sum -> sum > 0), met(signals)).check();
    }
  }

  private static Map<Integer, Long> met(List<Pair> pairs) {
    Map<Integer, Long> met = new HashMap<>();
    for (int strand : STRANDS) {
      met.put(
          strand,
          pairs.stream().mapToLong(p -> p.expected.getOrDefault(strand, 0L)).min().orElse(0));
    }
    return met;
  }

  private static Pair joinAll(List<Pair> signals) {
    Map<Integer, Long> known = new HashMap<>();
    signals.forEach(s -> s.expected.forEach((strand, t) -> known.merge(strand, t, Math::max)));
    return new Pair(Signal.join(signals.stream().map(p -> (Signal) p.clock).toList()), known);
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
    boolean isNew =
        signal.expected.entrySet().stream()
            .anyMatch(e -> e.getValue() > strand.expected.getOrDefault(e.getKey(), 0L));
    if (isNew) { // else what comes next cannot be told from what came before
      strand.expected.merge(event.strand, 2L, Long::sum);
    }
    signal.expected.forEach((s, time) -> strand.expected.merge(s, time, Math::max));
  }

  @Provide
  Arbitrary<List<Event>> histories() {
    return Combinators.combine(
            Arbitraries.of(Verb.class),
            Arbitraries.of(STRANDS),
            Arbitraries.integers().between(0, 8))
        .as(Event::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }
}
