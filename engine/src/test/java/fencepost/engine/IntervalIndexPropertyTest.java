package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Conflicts;
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

  /** By site. */
  private static final List<AccessKind> KINDS =
      List.of(
          AccessKind.REMOTE_READ,
          AccessKind.REMOTE_WRITE,
          AccessKind.ATOMIC_UPDATE,
          AccessKind.ATOMIC_UPDATE,
          AccessKind.ATOMIC_READ,
          AccessKind.LOAD);

  private static final List<AtomicType> TYPES =
      List.of(new AtomicType("int4", 4), new AtomicType("byte1", 1));

  enum Verb {
    ADD,
    REMOVE,
    REMOVE_IF
  }

  record Command(Verb verb, int number, int length, int site) {}

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void theIndexAnswersAsAListWould(@ForAll("commands") List<Command> commands) {
    IntervalIndex index = new IntervalIndex(false);
    List<Effect> list = new ArrayList<>();
    for (Command command : commands) {
      play(command, index, list);
      checkMeeting(index, list, effect(command));
      checkTwin(index, list, effect(command));
    }
    for (int from = 0; from < SPACE; from += 7) {
      checkMeeting(index, list, effect(Region.of(from, 1), from % KINDS.size()));
      checkMeeting(index, list, effect(Region.of(from, SPACE * 2), from % KINDS.size()));
      checkTwin(index, list, effect(Region.of(from, 4), 0));
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
        boolean some = index.holdsForSome(condition);
        list.removeIf(condition);
        int removed = before - list.size();
        assertThat(removed > 0 || !some).isTrue();
        assertThat(index.removeIf(condition)).isEqualTo(removed);
      }
    }
    assertThat(list).allMatch(effect -> effect.slot >= 0);
  }

  private static void checkMeeting(IntervalIndex index, List<Effect> list, Effect met) {
    List<Effect> visited = new ArrayList<>();
    index.forEachMeeting(met, strand -> 0, effect -> !visited.add(effect));
    assertThat(visited).doesNotHaveDuplicates().isSubsetOf(list);
    assertThat(visited).allMatch(e -> e.region.commonByte(met.region) != Region.NONE);
    assertThat(list).filteredOn(e -> Conflicts.conflict(e, met) != Region.NONE).isSubsetOf(visited);
  }

  private static void checkTwin(IntervalIndex index, List<Effect> list, Effect given) {
    Effect found = index.findTwin(given, given::isTwinOf);
    if (found == null) {
      assertThat(list).noneMatch(given::isTwinOf);
    } else {
      assertThat(list).contains(found);
      assertThat(found.isTwinOf(given)).isTrue();
    }
  }

  private static Effect effect(Command command) {
    return effect(Region.of(command.number, command.length), command.site);
  }

  private static Effect effect(Region region, int site) {
    AccessKind kind = KINDS.get(site);
    AtomicType type = kind.atomic() ? TYPES.get(site % TYPES.size()) : null;
    return new Effect(kind, 0, region, 0, 1, 0, null, site, type, null);
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
