package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Provenance;
import fencepost.model.Completions;
import fencepost.model.Effect;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects that are delivered together. Whoever has seen that they were, by a value that was
 * delivered with them or after them, need not wait for their origin to complete them.
 */
final class Parcel implements Provenance.Arrival {
  private static final int NONE = -1;

  private final List<Effect> effects = new ArrayList<>();
  private final Completions together = new Completions();
  private final Strand issuer;
  private final int stretch;
  private int last = NONE;

  /** For what the strand sends until it tells others of its process. */
  Parcel(Strand issuer) {
    this.issuer = issuer;
    this.stretch = issuer.stretch();
  }

  /** Whether what the strand sends now belongs to it. */
  boolean isOf(Strand strand) {
    return issuer == strand && stretch == strand.stretch();
  }

  /** Adds an effect that can be seen to be complete by itself. */
  void add(Effect effect) {
    effects.add(effect);
  }

  /** What those effects share that nothing completes but a completion of the whole parcel. */
  Completions together() {
    return together;
  }

  /** Adds an effect that was made to share them: it stands for all of these. */
  void addTogether(Effect effect) {
    if (last == NONE) {
      last = effects.size();
      effects.add(effect);
    } else {
      effects.set(last, effect);
    }
  }

  boolean isEmpty() {
    return effects.isEmpty();
  }

  /** Completes what was issued before this moment of the strand; whether that was all. */
  boolean complete(Strand strand, Execution execution) {
    boolean all = true;
    for (Effect effect : effects) {
      all &= execution.complete(strand, effect);
    }
    return all;
  }

  @Override
  public List<Effect> effects() {
    return effects;
  }
}
