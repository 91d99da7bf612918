package fencepost.frontend.shmem;

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
  public List<Effect> effects() {
    return effects;
  }
}
