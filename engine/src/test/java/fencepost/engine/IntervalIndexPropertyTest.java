package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The index against a plain list. */
class IntervalIndexPropertyTest {
  private static final int SPACE = 60;

  enum Verb {
    ADD,
    REMOVE,
    REMOVE_IF
  }

  record Command(Verb verb, int number, int length, int site) {}

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void theIndexAnswersAsAListWould(@ForAll("commands") List<Command> commands) {
    IntervalIndex index = new IntervalIndex();
    List<Effect> list = new ArrayList<>();
    for (Command command : commands) {
      play(command, index, list);
      checkReaching(index, list, command.number, command.number + command.length);
      checkFind(index, list, Region.of(command.number, command.length), command.site);
    }
    for (int from = 0; from < SPACE; from += 7) {
      checkReaching(index, list, from, from + 1);
      checkReaching(index, list, from, SPACE * 2);
      checkFind(index, list, Region.of(from, 4), 0);
    }
  }

  private static void play(Command command, IntervalIndex index, List<Effect> list) {
    switch (command.verb) {
      case ADD -> {
        Effect effect = effect(command);
        index.add(effect);
        list.add(effect);
      }
      case REMOVE -> {
        if (!list.isEmpty()) {
          Effect removed = list.remove(command.number % list.size());
          index.remove(removed);
          assertThat(removed.slot).isNegative();
        }
      }
      case REMOVE_IF -> {
        Predicate<Effect> condition = effect -> effect.site == command.site;
        int before = list.size();
        list.removeIf(condition);
        assertThat(index.removeIf(condition)).isEqualTo(before - list.size());
      }
    }
    assertThat(list).allMatch(effect -> effect.slot >= 0);
  }

  private static void checkReaching(IntervalIndex index, List<Effect> list, long from, long to) {
    List<Effect> reaching = new ArrayList<>();
    index.forEachReaching(from, to, reaching::add);
    assertThat(reaching)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            list.stream().filter(e -> e.region.start() < to && e.region.end() > from).toList());
  }

  private static void checkFind(IntervalIndex index, List<Effect> list, Region region, int site) {
    Effect found = index.find(region, effect -> effect.site == site);
    if (found == null) {
      assertThat(list).noneMatch(e -> e.region.equals(region) && e.site == site);
    } else {
      assertThat(list).contains(found);
      assertThat(found.region).isEqualTo(region);
      assertThat(found.site).isEqualTo(site);
    }
  }

  private static Effect effect(Command command) {
    Region region = Region.of(command.number, command.length);
    return new Effect(AccessKind.LOAD, 0, region, 0, 1, 0, null, command.site, null, null);
  }

  @Provide
  Arbitrary<List<Command>> commands() {
    Arbitrary<Verb> verb =
        Arbitraries.frequency(
            Tuple.of(12, Verb.ADD), Tuple.of(5, Verb.REMOVE), Tuple.of(1, Verb.REMOVE_IF));
    return Combinators.combine(
            verb,
            Arbitraries.integers().between(0, SPACE),
            Arbitraries.integers().between(1, 40),
            Arbitraries.integers().between(0, 5))
        .as(Command::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(150);
  }
}
