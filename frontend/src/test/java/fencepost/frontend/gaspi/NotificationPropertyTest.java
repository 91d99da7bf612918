package fencepost.frontend.gaspi;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.StrandClock;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.gaspi.Notification.Post;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Region;
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
import net.jqwik.api.constraints.IntRange;

/**
 * What the observer of a notification knows, against the definition: each possible source is tried,
 * and what all of them tell is known.
 */
class NotificationPropertyTest {
  private static final int STRANDS = 3;

  /** Something that a strand does: writes, posts, or tells another strand what it knows. */
  record Move(int verb, int strand, int argument) {}

  /** A post, and what its observer knows if it was the one. */
  private record Source(Post post, long value, long time, long[] order, Set<Effect> delivered) {}

  @Property(tries = 3_000)
  void theObserverKnowsWhatItKnowsFromEachPossibleSource(
      @ForAll("moves") List<Move> moves,
      @ForAll @IntRange(min = 0, max = 2) int value,
      @ForAll @IntRange(min = 0, max = 13) int time) {
    Notification notification = new Notification();
    List<Source> sources = perform(notification, moves);
    Provenance observed =
        value == Notification.ANY ? notification.set(time) : notification.taken(value, time);
    List<Source> possible =
        sources.stream()
            .filter(s -> s.time < time && (value == Notification.ANY || s.value == value))
            .toList();
    if (possible.isEmpty()) {
      assertThat(observed).isNull();
      return;
    }
    long[] order = possible.get(0).order.clone();
    Set<Effect> delivered = new HashSet<>(possible.get(0).delivered);
    for (Source source : possible) {
      Arrays.setAll(order, i -> Math.min(order[i], source.order[i]));
      delivered.retainAll(source.delivered);
    }
    assertThat(observed).isNotNull();
    assertThat(times(observed)).isEqualTo(order);
    assertThat(observed.effects()).isEqualTo(delivered);
  }

  private static List<Source> perform(Notification notification, List<Move> moves) {
    List<StrandClock> clocks = new ArrayList<>();
    List<Set<Effect>> written = new ArrayList<>();
    for (int i = 0; i < STRANDS; i++) {
      clocks.add(new StrandClock(i));
      written.add(new HashSet<>());
    }
    List<Source> sources = new ArrayList<>();
    for (int time = 0; time < moves.size(); time++) {
      Move move = moves.get(time);
      Set<Effect> before = written.get(move.strand);
      switch (move.verb) {
        case 0 -> before.add(write(move.strand, time));
        case 1 -> clocks.get(move.argument).learn(clocks.get(move.strand).signal());
        case 2 -> { // a notification: behind all writes of its origin
          sources.add(source(clocks, move, time, Set.copyOf(before)));
        }
        default -> { // a write with a notification: only that write
          Effect own = write(move.strand, time);
          before.add(own);
          sources.add(source(clocks, move, time, Set.of(own)));
        }
      }
    }
    sources.forEach(source -> notification.add(source.post));
    return sources;
  }

  private static Source source(
      List<StrandClock> clocks, Move move, long time, Set<Effect> delivered) {
    Provenance.Arrival arrival = () -> delivered;
    Provenance tells = new Provenance(clocks.get(move.strand).signal(), List.of(arrival));
    long value = 1 + move.argument % 2;
    return new Source(
        new Post(value, time, move.strand, tells), value, time, times(tells), delivered);
  }

  private static Effect write(int strand, int time) {
    Region region = Region.of(8L * time, 8);
    return new Effect(
        AccessKind.REMOTE_WRITE, 0, region, strand, time, strand, null, time, null, null);
  }

  private static long[] times(Provenance provenance) {
    long[] times = new long[STRANDS];
    Arrays.setAll(times, provenance.signal()::timeOf);
    return times;
  }

  @Provide
  Arbitrary<List<Move>> moves() {
    Arbitrary<Integer> verb = Arbitraries.integers().between(0, 3);
    Arbitrary<Integer> strand = Arbitraries.integers().between(0, STRANDS - 1);
    return Combinators.combine(verb, strand, strand).as(Move::new).list().ofMaxSize(12);
  }
}
