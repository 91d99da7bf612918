package fencepost.engine;

import fencepost.model.Effect;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The remembered effects on one rank's memory. Loads and stores of the rank itself are kept apart:
 * they never race with each other, so they meet only operations, and only operations meet them.
 */
final class Memory {
  private final IntervalIndex instructions = new IntervalIndex();
  private final IntervalIndex operations = new IntervalIndex();

  /**
   * Whether another process loads and stores here too (shared memory): then instructions meet
   * instructions.
   */
  private boolean shared;

  /** Moves on whenever something is added, or happens again, that an instruction has to meet. */
  private int version;

  void add(Effect effect) {
    effect.met = version;
    if (effect.kind.instruction()) {
      instructions.add(effect);
      shared |= effect.process != effect.rank;
      version += shared ? 1 : 0;
    } else {
      operations.add(effect);
      version++;
    }
  }

  /**
   * A remembered load or store happens again. In shared memory, instructions that have met it have
   * to meet it anew.
   */
  void again(Effect effect, long time) {
    if (shared && time != effect.issued()) {
      version++;
    }
    effect.again(time);
  }

  void remove(Effect effect) {
    (effect.kind.instruction() ? instructions : operations).remove(effect);
  }

  int removeIf(Predicate<Effect> condition) {
    return instructions.removeIf(condition) + operations.removeIf(condition);
  }

  /** Visits every remembered effect in the span of the given one that it may race with. */
  void forEachMeeting(Effect effect, Consumer<Effect> visitor) {
    long from = effect.region.start();
    long to = effect.region.end();
    operations.forEachReaching(from, to, visitor);
    if (!effect.kind.instruction() || shared || effect.process != effect.rank) {
      instructions.forEachReaching(from, to, visitor);
    }
    effect.met = version;
  }

  /** Whether the effect has already met everything it may race with. */
  boolean hasMetAll(Effect effect) {
    return effect.met == version;
  }

  /**
   * A remembered effect of the same source place on the same bytes that races with whatever the
   * given one races with.
   */
  @Nullable Effect twin(Effect effect) {
    return (effect.kind.instruction() ? instructions : operations)
        .find(effect.region.start(), other -> other.isTwinOf(effect));
  }
}
