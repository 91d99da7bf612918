package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Clock;
import fencepost.clocks.StrandClock;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Strands that take turns at the same bytes: each meets just those effects that are not ordered
 * before, and need not look at all the others to know which these are.
 */
class TurnsTest {
  private static final int SPACE = 24;

  private final List<StrandClock> clocks = new ArrayList<>();
  private final IntervalIndex index = new IntervalIndex(false);
  private final List<Effect> remembered = new ArrayList<>();

  private void strands(int count) {
    for (int strand = 0; strand < count; strand++) {
      clocks.add(new StrandClock(strand));
    }
  }

  private Effect effect(int strand, AccessKind kind, Region region) {
    StrandClock clock = clocks.get(strand);
    Operation.Completion flush = new Operation.Completion("flush", "flush");
    Operation put = new Operation("put", 1, strand, strand, clock.now(), flush, null);
    Effect effect =
        new Effect(kind, 0, region, strand, clock.now(), strand, put, 1, null, null, null);
    effect.beginAfter(clock.present());
    return effect;
  }

  private void complete(Effect effect, int by) {
    StrandClock clock = clocks.get(by);
    var unused = effect.completeAt(new Point(by, clock.tick(), "flush", 2));
  }

  /** Most often the effect of the same strand on the same bytes takes the place of the last one. */
  private void add(Effect effect, boolean replace) {
    Clock beginning = (Clock) effect.past();
    Predicate<Effect> ordered = e -> MemoryIndex.ordered(e, beginning);
    Effect twin = replace ? index.findTwin(effect, ordered) : null;
    if (twin != null) {
      index.remove(twin);
      remembered.remove(twin);
    }
    index.add(effect);
    remembered.add(effect);
  }

  private void check(Effect met) {
    Clock beginning = (Clock) met.past();
    List<Effect> visited = new ArrayList<>();
    index.forEachMeeting(met, beginning, effect -> !visited.add(effect));
    assertThat(visited).doesNotHaveDuplicates();
    assertThat(visited)
        .containsExactlyInAnyOrderElementsOf(
            remembered.stream()
                .filter(e -> e.region.commonByte(met.region) != Region.NONE)
                .filter(e -> e.kind.writes() || met.kind.writes())
                .filter(e -> !MemoryIndex.ordered(e, beginning))
                .toList());
  }

  @Test
  void eachMeetsJustThoseThatAreNotOrdered() {
    for (int seed = 0; seed < 300; seed++) {
      clocks.clear();
      remembered.clear();
      index.removeIf(effect -> true);
      play(new Random(seed));
    }
  }

  private void play(Random random) {
    int count = 2 + random.nextInt(5);
    int often = 1 + random.nextInt(4);
    strands(count);
    List<Effect> open = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int strand = random.nextInt(count);
      switch (random.nextInt(2 + often)) {
        case 0 -> {
          if (!open.isEmpty()) {
            complete(open.remove(random.nextInt(open.size())), random.nextInt(count));
          }
        }
        case 1 -> {
          Effect removed = remembered.isEmpty() ? null : remembered.remove(0);
          if (removed != null) {
            index.remove(removed);
          }
        }
        default -> {
          clocks.get(strand).learn(clocks.get(random.nextInt(count)).signal());
          Region region = Region.of(random.nextInt(SPACE), 1 + random.nextInt(8));
          AccessKind kind =
              random.nextInt(4) == 0 ? AccessKind.REMOTE_READ : AccessKind.REMOTE_WRITE;
          Effect effect = effect(strand, kind, region);
          check(effect);
          add(effect, random.nextInt(4) != 0);
          if (random.nextInt(4) == 0) {
            open.add(effect);
          } else {
            complete(effect, strand);
          }
        }
      }
    }
  }

  /** How often the clock of the last of many turns is asked. */
  private int questions(int strands) {
    clocks.clear();
    index.removeIf(effect -> true);
    strands(strands);
    int[] asked = {0};
    for (int turn = 0; turn < 3 * strands; turn++) {
      int strand = turn % strands;
      if (turn > 0) {
        clocks.get(strand).learn(clocks.get((turn - 1) % strands).signal());
      }
      Effect effect = effect(strand, AccessKind.REMOTE_WRITE, Region.of(0, 8));
      Clock beginning = clocks.get(strand).present();
      asked[0] = 0;
      Clock counting =
          other -> {
            asked[0]++;
            return beginning.timeOf(other);
          };
      index.forEachMeeting(effect, counting, other -> false);
      add(effect, true);
      complete(effect, strand);
    }
    return asked[0];
  }

  @Test
  void aTurnCostsTheSameHoweverManyTakeTurns() {
    assertThat(questions(200)).isEqualTo(questions(10)).isPositive();
  }
}
