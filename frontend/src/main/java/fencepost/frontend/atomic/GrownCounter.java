package fencepost.frontend.atomic;

import fencepost.clocks.Signal;
import fencepost.model.Effect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is certain when a counter that only grows has come far enough, whichever of its updates have
 * taken it there: what the updates that do not tell of it are not enough without.
 *
 * <p>No set of updates need be looked at. Of an update that must come before another one, the other
 * tells whatever it tells itself; so those that do not tell of something could have been alone.
 */
final class GrownCounter {
  private final long start;
  private final List<Update> updates;
  private final Set<Update> must;
  private final Goal goal;
  private final long all;

  /**
   * A counter.
   *
   * @param must those of the updates that have certainly taken effect
   */
  GrownCounter(long start, List<Update> updates, List<Update> must, Goal goal) {
    this.start = start;
    this.updates = updates;
    this.must = new HashSet<>(must);
    this.goal = goal;
    this.all = start + updates.stream().mapToLong(update -> update.operand).sum();
  }

  boolean isPossible() {
    return goal.test(all);
  }

  /** What the one who has waited for it knows; the wait ended at the time. */
  Provenance provenance(@Nullable Provenance carried, long ended) {
    Signal signal = signal();
    Set<Effect> effects = effects();
    for (Update update : updates) {
      if (isNeeded(update) || update.isComplete(signal, effects)) {
        update.completedAt(ended);
      }
    }
    Provenance certain = Provenance.of(signal, effects);
    return carried == null ? certain : Provenance.join(List.of(carried, certain));
  }

  private boolean isNeeded(Update update) {
    return must.contains(update) || !goal.test(all - update.operand);
  }

  /** Whom the waiting one is ordered after. */
  private Signal signal() {
    List<Signal> certain = new ArrayList<>();
    List<Signal> others = new ArrayList<>();
    List<Long> weights = new ArrayList<>();
    long least = start;
    for (Update update : updates) {
      if (must.contains(update)) {
        certain.add(update.provenance.signal());
        least += update.operand;
      } else {
        others.add(update.provenance.signal());
        weights.add(update.operand);
      }
    }
    long known = least;
    certain.add(Signal.commonToAny(others, weights, sum -> goal.test(known + sum)));
    return Signal.join(certain);
  }

  /** What has arrived. */
  private Set<Effect> effects() {
    Map<Effect, Long> told = new LinkedHashMap<>();
    Set<Effect> certain = new LinkedHashSet<>();
    for (Update update : updates) {
      Set<Effect> effects = update.provenance.effects();
      effects.forEach(effect -> told.merge(effect, update.operand, Long::sum));
      if (must.contains(update)) {
        certain.addAll(effects);
      }
    }
    told.forEach(
        (effect, sum) -> {
          if (!goal.test(all - sum)) {
            certain.add(effect);
          }
        });
    return certain;
  }
}
