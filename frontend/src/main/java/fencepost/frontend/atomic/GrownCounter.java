package fencepost.frontend.atomic;

import fencepost.clocks.Signal;
import fencepost.model.Effect;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntCollection;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is certain when a counter that only grows has come far enough, whichever of its updates have
 * taken it there: what the updates that do not tell of it are not enough without.
 *
 * <p>No set of updates need be looked at. An update that can only come after another one tells what
 * the other tells: whatever has seen it has seen both. So those that do not tell of something could
 * have been alone.
 */
final class GrownCounter {
  /** Of more updates than that, it is not asked which can only come after which. */
  private static final int FEW = 256;

  private final long start;
  private final List<Update> updates;
  private final Set<Update> must;
  private final Goal goal;
  private final long all;

  /** For each update, those that take effect only if it does: itself, and what must come after. */
  private final List<IntList> needing;

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
    this.needing = IntStream.range(0, updates.size()).mapToObj(this::needing).toList();
  }

  private IntList needing(int needed) {
    IntList needing = new IntArrayList(1);
    needing.add(needed);
    for (int i = 0; updates.size() <= FEW && i < updates.size(); i++) {
      if (i != needed && updates.get(needed).happensBefore(updates.get(i))) {
        needing.add(i);
      }
    }
    return needing;
  }

  boolean isPossible() {
    return goal.test(all);
  }

  /** What the one who has waited for it knows; the wait ended at the time. */
  Provenance provenance(@Nullable Provenance carried, long ended) {
    Signal signal = signal();
    Set<Effect> effects = effects();
    for (int i = 0; i < updates.size(); i++) {
      Update update = updates.get(i);
      boolean needed = must.contains(update) || isNotEnoughWithout(needing.get(i));
      if (needed || update.isComplete(signal, effects)) {
        update.completedAt(ended);
      }
    }
    Provenance certain = Provenance.of(signal, effects);
    return carried == null ? certain : Provenance.join(List.of(carried, certain));
  }

  /** Whether the counter has not come far enough if none of these has taken effect. */
  private boolean isNotEnoughWithout(IntCollection missing) {
    return !goal.test(all - missing.intStream().mapToLong(i -> updates.get(i).operand).sum());
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
    Map<Effect, IntSet> tellers = new LinkedHashMap<>();
    Set<Effect> certain = new LinkedHashSet<>();
    for (int i = 0; i < updates.size(); i++) {
      Set<Effect> effects = updates.get(i).provenance.effects();
      for (Effect effect : effects) {
        tellers.computeIfAbsent(effect, key -> new IntOpenHashSet()).addAll(needing.get(i));
      }
      if (must.contains(updates.get(i))) {
        certain.addAll(effects);
      }
    }
    tellers.forEach(
        (effect, telling) -> {
          if (isNotEnoughWithout(telling)) {
            certain.add(effect);
          }
        });
    return certain;
  }
}
