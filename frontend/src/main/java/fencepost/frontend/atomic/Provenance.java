package fencepost.frontend.atomic;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.model.Effect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What an observer knows from what it has seen: whom it is ordered after, and what has arrived with
 * it or before it.
 *
 * <p>One rule holds for notifications, signals, flags and counters alike. What was seen may have
 * several possible sources: the posts that may have set a notification, the updates and the initial
 * value that may have made a value. The observer knows what it would know from each of them: the
 * order <em>and</em> the completions of an observation are the intersection over its possible
 * sources ({@link #meet}). A source that is made of several updates tells what they tell together
 * ({@link #join}). A source that tells nothing, such as an initial value, leaves nothing.
 */
public record Provenance(Signal signal, List<Arrival> arrivals) {
  private static final int MANY = 64;

  /** Effects that are complete for whoever sees the value. */
  public interface Arrival {
    Collection<Effect> effects();

    default void completeFor(Strand observer, Execution execution) {
      effects().forEach(effect -> execution.complete(observer, effect));
    }

    /** Whether the clock knows of their completion anyway. */
    default boolean isKnownTo(Clock clock) {
      return effects().stream()
          .allMatch(
              effect ->
                  effect.completions().stream()
                      .anyMatch(point -> clock.covers(point.strand(), point.time())));
    }
  }

  /** Order alone. */
  public static Provenance of(Signal signal) {
    return new Provenance(signal, List.of());
  }

  /** Order, and effects that are complete. */
  static Provenance of(Signal signal, Set<Effect> effects) {
    Arrival arrival = () -> effects;
    return new Provenance(signal, effects.isEmpty() ? List.of() : List.of(arrival));
  }

  /** The strand has seen the value. */
  public void observe(Strand strand, Execution execution) {
    execution.await(strand, signal);
    for (Arrival arrival : arrivals) {
      arrival.completeFor(strand, execution);
    }
  }

  /** What the two know together: most often the later one knows all that the earlier one does. */
  Provenance then(Provenance later) {
    return arrivals.isEmpty() && signal.isKnownTo(later.signal)
        ? later
        : join(List.of(this, later));
  }

  /** What they know together. */
  public static Provenance join(Collection<Provenance> parts) {
    if (parts.size() == 1) {
      return parts.iterator().next();
    }
    List<Signal> signals = new ArrayList<>();
    Set<Arrival> arrivals = Set.of();
    for (Provenance part : parts) {
      signals.add(part.signal);
      if (!part.arrivals.isEmpty()) {
        arrivals = arrivals.isEmpty() ? new LinkedHashSet<>() : arrivals;
        arrivals.addAll(part.arrivals);
      }
    }
    Signal signal = Signal.join(signals);
    if (arrivals.size() > MANY) {
      arrivals.removeIf(arrival -> arrival.isKnownTo(signal));
    }
    return new Provenance(signal, List.copyOf(arrivals));
  }

  /** What each of them knows: the order and the arrivals that all have in common. */
  public static Provenance meet(Collection<Provenance> parts) {
    if (parts.size() == 1) {
      return parts.iterator().next();
    }
    Signal signal = Signal.meet(parts.stream().map(Provenance::signal).toList());
    Set<Effect> common = parts.iterator().next().effects();
    parts.forEach(part -> common.retainAll(part.effects()));
    return of(signal, common);
  }

  /** All that has arrived. */
  public Set<Effect> effects() {
    Set<Effect> effects = new LinkedHashSet<>();
    arrivals.forEach(arrival -> effects.addAll(arrival.effects()));
    return effects;
  }
}
