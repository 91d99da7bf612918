package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.Effect;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The remembered effects on one rank's memory. Loads and stores of the rank itself are kept apart:
 * they never race with each other, so they meet only operations, and only operations meet them.
 */
final class Memory {
  private final Accesses accesses = new Accesses();
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
      accesses.add(effect);
      shared |= effect.process != effect.rank;
      version += shared ? 1 : 0;
    } else {
      operations.add(effect);
      version++;
    }
  }

  /**
   * A load or store happens again. In shared memory, instructions that have met it have to meet it
   * anew.
   */
  void again(Effect effect, long time) {
    if (shared && time != effect.issued()) {
      version++;
    }
    accesses.again(effect, time);
  }

  void remove(Effect effect) {
    if (effect.kind.instruction()) {
      accesses.remove(effect);
    } else {
      operations.remove(effect);
    }
  }

  /** An effect takes the place of its twin. */
  void replace(Effect twin, Effect effect) {
    if (effect.kind.instruction()) {
      accesses.remove(twin);
      add(effect);
    } else {
      operations.replace(twin, effect);
      effect.met = ++version;
    }
  }

  /** Forgets what is ordered before the moment; returns how many. */
  int forget(Clock moment) {
    return accesses.forget(moment) + operations.removeIf(e -> Detector.ordered(e, moment));
  }

  /**
   * Visits the remembered effects in the span of the given one that it may race with. The clock is
   * that of its beginning; what it knows may be left out.
   */
  void forEachMeeting(Effect effect, Clock beginning, Consumer<Effect> visitor) {
    long from = effect.region.start();
    long to = effect.region.end();
    operations.forEachReaching(from, to, visitor);
    if (!effect.kind.instruction() || shared || effect.process != effect.rank) {
      accesses.forEachMeeting(beginning, from, to, visitor);
    }
    effect.met = version;
  }

  /** Whether the effect has already met everything it may race with. */
  boolean hasMetAll(Effect effect) {
    return effect.met == version;
  }

  /**
   * A remembered operation of the same source place on the same bytes that races with whatever the
   * given one races with.
   */
  @Nullable Effect twin(Effect effect) {
    return operations.find(effect.region.start(), other -> other.isTwinOf(effect));
  }
}
