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
 * What the reader of a value knows from it: whom it is ordered after, and what has arrived with the
 * value or before it.
 */
public record Provenance(Signal signal, List<Arrival> arrivals) {
  private static final int MANY = 64;
  private static final int MOST = 1024;

  /** Effects that are complete for whoever sees the value. */
  public interface Arrival {
    Collection<Effect> effects();

    default void completeFor(Strand observer, Execution execution) {
      effects().forEach(effect -> execution.complete(observer, effect));
    }

    /** The same of those alone that are among the given ones. */
    default Arrival only(Set<Effect> some) {
      List<Effect> both = effects().stream().filter(some::contains).toList();
      return () -> both;
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

  /** An update that nobody but its origin completes, and that is over for whoever has seen it. */
  public static final class Seen implements Arrival {
    private static final Arrival NOTHING = List::of;
    private List<Effect> effects = List.of();

    /** The effect of the update, which is made after the update. */
    public void is(Effect effect) {
      effects = List.of(effect);
    }

    @Override
    public Arrival only(Set<Effect> some) {
      return some.containsAll(effects) ? this : NOTHING;
    }

    @Override
    public Collection<Effect> effects() {
      return effects;
    }

    @Override
    public void completeFor(Strand observer, Execution execution) {
      effects.forEach(effect -> execution.seen(observer, effect));
    }
  }

  /** Order alone. */
  static Provenance of(Signal signal) {
    return new Provenance(signal, List.of());
  }

  /** The strand has seen the value. */
  public void observe(Strand strand, Execution execution) {
    execution.await(strand, signal);
    arrivals.forEach(arrival -> arrival.completeFor(strand, execution));
  }

  /** What they know together. */
  static Provenance join(Collection<Provenance> parts) {
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
    List<Arrival> all = List.copyOf(arrivals);
    return new Provenance(signal, all.subList(Math.max(0, all.size() - MOST), all.size()));
  }

  /** What each of them knows. */
  static Provenance meet(Collection<Provenance> parts) {
    if (parts.size() == 1) {
      return parts.iterator().next();
    }
    Signal signal = Signal.meet(parts.stream().map(Provenance::signal).toList());
    Provenance first = parts.iterator().next();
    Set<Effect> common = first.effects();
    parts.forEach(part -> common.retainAll(part.effects()));
    return new Provenance(
        signal,
        first.arrivals.stream()
            .map(arrival -> arrival.only(common))
            .filter(arrival -> !arrival.effects().isEmpty())
            .toList());
  }

  private Set<Effect> effects() {
    Set<Effect> effects = new LinkedHashSet<>();
    arrivals.forEach(arrival -> effects.addAll(arrival.effects()));
    return effects;
  }
}
