package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Grant;
import fencepost.engine.Strand;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Point;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Effects that a later call completes together. */
public final class PendingEffects {
  private static final int FEW = 64;

  private final List<Effect> effects = new ArrayList<>(1);

  // Most wait for no grant or one, and complete nothing together.
  private @Nullable Grant firstGrant;
  private List<Grant> furtherGrants = List.of();
  private @Nullable Grant lastGrant;
  private @Nullable Completions together;
  private @Nullable Effect last;

  /** The strand of these effects, and its stretch. */
  private @Nullable Strand issuer;

  private int stretch;
  private int many = FEW;

  /** Adds an effect, and the grant it waits for, if any. */
  public void add(Effect effect, @Nullable Grant grant) {
    effects.add(effect);
    addGrant(grant);
  }

  private void addGrant(@Nullable Grant grant) {
    if (grant == null || grant == lastGrant) {
      return;
    }
    lastGrant = grant;
    if (firstGrant == null) {
      firstGrant = grant;
    } else {
      furtherGrants = furtherGrants.isEmpty() ? new ArrayList<>(1) : furtherGrants;
      furtherGrants.add(grant);
    }
  }

  /**
   * What those effects of the strand share that nothing completes but a completion of all of these.
   * Of another strand, and of what was done before others of the process were told, a call may
   * complete one without the other.
   */
  public Completions together(Strand strand) {
    if (last != null && (issuer != strand || stretch != strand.stretch())) {
      effects.add(last);
      together = null;
      last = null;
    }
    if (together == null) {
      together = new Completions();
    }
    issuer = strand;
    stretch = strand.stretch();
    return together;
  }

  /** Adds an effect that was made to share them. */
  public void addTogether(Effect effect, @Nullable Grant grant) {
    last = effect;
    addGrant(grant);
  }

  public void addAll(PendingEffects other) {
    effects.addAll(other.effects);
    addGrant(other.firstGrant);
    other.furtherGrants.forEach(this::addGrant);
  }

  /**
   * Adds effects that something else may complete before, and then for good: what has been
   * completed is let go of from time to time.
   */
  public void addUntilComplete(PendingEffects other) {
    addAll(other);
    if (effects.size() > many) {
      effects.removeIf(effect -> !effect.completions().isEmpty());
      many = Math.max(FEW, 2 * effects.size());
    }
  }

  public boolean isEmpty() {
    return effects.isEmpty() && last == null;
  }

  public int size() {
    return effects.size();
  }

  /** Those that are completed one by one. */
  public List<Effect> effects() {
    return effects;
  }

  /** Whether all of them have begun: only then can they be complete. */
  public boolean begun() {
    return (firstGrant == null || firstGrant.isOpen())
        && (furtherGrants.isEmpty() || furtherGrants.stream().allMatch(Grant::isOpen));
  }

  /**
   * Completes all of them at this moment of the strand. A call that completes what had to be
   * granted has waited for the grant, so the strand is ordered after it.
   */
  public void complete(Execution execution, Strand strand) {
    if (firstGrant != null) {
      await(execution, strand, firstGrant);
    }
    if (!furtherGrants.isEmpty()) {
      furtherGrants.forEach(grant -> await(execution, strand, grant));
    }
    completeOnly(execution, strand);
  }

  private static void await(Execution execution, Strand strand, Grant grant) {
    Signal signal = grant.signal();
    if (signal != null) {
      execution.await(strand, signal);
    }
  }

  /** They were complete at an earlier moment of another strand. */
  public void completeAt(Execution execution, Point moment) {
    effects.forEach(effect -> execution.complete(moment, effect));
  }

  /**
   * Completes them without learning anything of the grants. Those that were not issued before this
   * moment, but by another strand, are still pending.
   */
  public void completeOnly(Execution execution, Strand strand) {
    if (!effects.isEmpty()) {
      effects.removeIf(effect -> execution.complete(strand, effect));
    }
    if (last != null && execution.complete(strand, last)) {
      together = null;
      last = null;
    }
    if (isEmpty()) {
      firstGrant = null;
      furtherGrants = List.of();
      lastGrant = null;
    }
  }
}
