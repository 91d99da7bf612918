package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Clock;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The accesses to a memory against a plain list. */
class AccessesPropertyTest {
  private static final int STRANDS = 3;
  private static final int SPACE = 40;

  enum Verb {
    ADD,
    AGAIN,
    REMOVE,
    FORGET,
    TICK,
    MEET
  }

  /** What happens on a strand; how many times of every strand a clock knows. */
  record Command(Verb verb, int strand, int number, int length, List<Integer> known) {}

  private final Accesses accesses = new Accesses();
  private final List<Effect> all = new ArrayList<>();
  private final List<Effect> list = new ArrayList<>();
  private final long[] now = new long[STRANDS];

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void theAccessesAnswerAsAListWould(@ForAll("commands") List<Command> commands) {
    commands.forEach(this::play);
    assertThat(all).allMatch(effect -> effect.isRemembered() == list.contains(effect));
  }

  private void play(Command command) {
    Clock clock = strand -> now[strand] - command.known.get(strand);
    switch (command.verb) {
      case ADD -> add(command);
      case AGAIN -> again(command);
      case REMOVE -> {
        if (!list.isEmpty()) {
          accesses.remove(list.remove(command.number % list.size()));
        }
      }
      case FORGET -> {
        int before = list.size();
        list.removeIf(effect -> clock.covers(effect.strand, effect.issued()));
        assertThat(accesses.forget(clock)).isEqualTo(before - list.size());
      }
      case TICK -> now[command.strand]++;
      case MEET -> meet(clock, Region.of(command.number, command.length));
    }
  }

  private void add(Command command) {
    Region region = Region.of(command.number, command.length);
    int strand = command.strand;
    Effect effect =
        new Effect(AccessKind.LOAD, 0, region, strand, now[strand], 0, null, 0, null, null);
    accesses.add(effect);
    all.add(effect);
    list.add(effect);
  }

  /** Also what has been forgotten can happen again. */
  private void again(Command command) {
    if (!all.isEmpty()) {
      Effect effect = all.get(command.number % all.size());
      accesses.again(effect, now[effect.strand]);
      if (!list.contains(effect)) {
        list.add(effect);
      }
    }
  }

  private void meet(Clock clock, Region region) {
    List<Effect> met = new ArrayList<>();
    Effect put = new Effect(AccessKind.REMOTE_WRITE, 0, region, STRANDS, 1, 1, null, 0, null, null);
    accesses.forEachMeeting(put, clock, effect -> !met.add(effect));
    List<Effect> reaching =
        list.stream().filter(e -> e.region.commonByte(region) != Region.NONE).toList();
    assertThat(met).doesNotHaveDuplicates().isSubsetOf(reaching);
    assertThat(met)
        .containsAll(reaching.stream().filter(e -> !clock.covers(e.strand, e.issued())).toList());
  }

  @Provide
  Arbitrary<List<Command>> commands() {
    Arbitrary<Verb> verb =
        Arbitraries.frequency(
            Tuple.of(12, Verb.ADD),
            Tuple.of(8, Verb.AGAIN),
            Tuple.of(2, Verb.REMOVE),
            Tuple.of(1, Verb.FORGET),
            Tuple.of(4, Verb.TICK),
            Tuple.of(4, Verb.MEET));
    return Combinators.combine(
            verb,
            Arbitraries.integers().between(0, STRANDS - 1),
            Arbitraries.integers().between(0, SPACE),
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(0, 6).list().ofSize(STRANDS))
        .as(Command::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(300);
  }
}
