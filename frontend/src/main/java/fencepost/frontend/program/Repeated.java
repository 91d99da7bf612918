package fencepost.frontend.program;

import fencepost.engine.Execution;
import fencepost.model.Effect;
import fencepost.model.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Effects of one strand that are always completed together, so that of many like ones only the
 * latest are kept: whoever is ordered after their completion is ordered after all of them. A loop
 * that never completes what it does would be remembered in full otherwise, and every turn would
 * meet all turns before it.
 */
final class Repeated {
  private static final int FEW = 64;

  private List<Effect> effects = new ArrayList<>();
  private int many = FEW;

  /** An effect that equals those that differ from it in nothing but time. */
  private record Twin(Effect effect) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Twin twin && effect.isTwinOf(twin.effect);
    }

    @Override
    public int hashCode() {
      return 31 * effect.site + effect.region.hashCode();
    }
  }

  List<Effect> effects() {
    return effects;
  }

  void add(Effect effect, Execution execution) {
    if (effects.size() >= many) {
      keepTheLatest(execution);
      many = Math.max(FEW, 2 * effects.size());
    }
    effects.add(effect);
  }

  private void keepTheLatest(Execution execution) {
    Map<Twin, Latest> latest = new HashMap<>();
    List<Effect> kept = new ArrayList<>();
    for (int i = effects.size() - 1; i >= 0; i--) {
      Effect effect = effects.get(i);
      boolean late = latest.computeIfAbsent(new Twin(effect), key -> new Latest()).admits(effect);
      // What waits for a grant has yet to meet what was there before.
      if (late || !effect.isRemembered()) {
        kept.add(effect);
      } else {
        execution.forget(effect);
      }
    }
    Collections.reverse(kept);
    effects = kept;
  }

  /**
   * The last two calls: the last one does not race with its own effects, but the one before it
   * does.
   */
  private static final class Latest {
    private @Nullable Operation last;
    private @Nullable Operation lastButOne;

    boolean admits(Effect effect) {
      if (last == null) {
        last = effect.operation;
      } else if (lastButOne == null && !last.equals(effect.operation)) {
        lastButOne = effect.operation;
      }
      return Objects.equals(effect.operation, last) || Objects.equals(effect.operation, lastButOne);
    }
  }

  void clear() {
    effects.clear();
    many = FEW;
  }
}
