package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.program.PendingEffects;
import fencepost.model.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One communication queue of a process: what {@code gaspi_wait} completes, and, for every target,
 * the writes that a notification on the same queue is delivered after.
 */
final class Queue {
  final PendingEffects untilWait = new PendingEffects();
  private final Map<Integer, Writes> writes = new HashMap<>();

  /** The writes to one target since the last notification, behind those before it. */
  static final class Writes implements Provenance.Arrival {
    private final PendingEffects effects = new PendingEffects();
    private @Nullable Writes before;

    private Writes(@Nullable Writes before) {
      this.before = before;
    }

    @Override
    public List<Effect> effects() {
      List<Effect> all = new ArrayList<>();
      for (Writes writes = this; writes != null; writes = writes.before) {
        all.addAll(writes.effects.effects());
      }
      return all;
    }

    /** Who has seen the notification has seen all earlier ones of the chain arrive. */
    @Override
    public void completeFor(Strand observer, Execution execution) {
      for (Writes writes = this; writes != null; ) {
        writes.effects.completeOnly(execution, observer);
        Writes next = writes.before;
        writes.before = null;
        writes = next;
      }
    }
  }

  /** A write to the target has been posted. */
  void wrote(int target, PendingEffects effects) {
    writes.computeIfAbsent(target, key -> new Writes(null)).effects.addUntilComplete(effects);
  }

  /** What a notification that is posted now is delivered after. */
  Provenance.Arrival notifies(int target) {
    Writes earlier = writes.computeIfAbsent(target, key -> new Writes(null));
    writes.put(target, new Writes(earlier));
    return earlier;
  }
}
