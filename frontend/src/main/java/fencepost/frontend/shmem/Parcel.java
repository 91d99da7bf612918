package fencepost.frontend.shmem;

import fencepost.clocks.Clock;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Provenance;
import fencepost.model.Effect;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects that are delivered together. Whoever has seen that they were, by a value that was
 * delivered with them or after them, need not wait for their origin to complete them.
 */
final class Parcel implements Provenance.Arrival {
  private final List<Effect> effects = new ArrayList<>();

  void add(Effect effect) {
    effects.add(effect);
  }

  boolean isEmpty() {
    return effects.isEmpty();
  }

  @Override
  public void completeFor(Strand observer, Execution execution) {
    effects.forEach(effect -> execution.complete(observer, effect));
  }

  @Override
  public boolean isKnownTo(Clock clock) {
    return effects.stream()
        .allMatch(
            effect ->
                effect.completions().stream()
                    .anyMatch(point -> clock.covers(point.strand(), point.time())));
  }
}
