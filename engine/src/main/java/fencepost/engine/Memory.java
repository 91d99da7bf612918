package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.Conflicts;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.Serializable;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The remembered effects on one rank's memory. Loads and stores of the rank itself are kept apart:
 * unless the races of threads count, they never race with each other, so they meet only operations,
 * and only operations meet them.
 */
final class Memory implements Serializable {
  private static final int FEW = 32;

  private final Accesses accesses = new Accesses();
  private final IntervalIndex operations;
  private final Twins twins = new Twins();

  /**
   * Whether another process loads and stores here too (shared memory), or threads of the same one
   * count as others: then instructions meet instructions.
   */
  private boolean shared;

  /**
   * Moves on whenever something is added, or happens again, that an instruction has to meet, and
   * whenever memory is renewed.
   */
  private int version;

  private final Renewals renewals = new Renewals();

  /** Loads and stores by who made them, and those of the strand that was asked for last. */
  private final Int2ObjectOpenHashMap<KnownAccesses> known = new Int2ObjectOpenHashMap<>();

  private int lastStrand;
  private @Nullable KnownAccesses lastKnown;

  /** How many are remembered, and how many may be until it is worth looking what to forget. */
  private int size;

  private int crowd = FEW;

  /**
   * An empty memory.
   *
   * @param visitsAtomics whether atomic accesses meet although they do not conflict
   */
  Memory(boolean shared, boolean visitsAtomics) {
    this.shared = shared;
    this.operations = new IntervalIndex(visitsAtomics);
  }

  /** The loads and stores of a strand here. */
  KnownAccesses known(int strand) {
    KnownAccesses last = lastKnown;
    if (last == null || strand != lastStrand) {
      last = known.computeIfAbsent(strand, key -> new KnownAccesses());
      lastKnown = last;
      lastStrand = strand;
    }
    return last;
  }

  void add(Effect effect) {
    size++;
    effect.met = version;
    if (effect.kind.instruction()) {
      accesses.add(effect);
      shared |= effect.process != effect.rank;
      version += shared ? 1 : 0;
    } else {
      operations.add(effect);
      version++;
    }
  }

  /**
   * A load or store happens again. In shared memory, instructions that have met it have to meet it
   * anew.
   */
  void again(Effect effect, long time) {
    if (shared && time != effect.issued()) {
      version++;
    }
    size += effect.isRemembered() ? 0 : 1;
    accesses.again(effect, time);
  }

  void remove(Effect effect) {
    size--;
    if (effect.kind.instruction()) {
      accesses.remove(effect);
    } else {
      operations.remove(effect);
    }
  }

  /** An effect takes the place of its twin. */
  void replace(Effect twin, Effect effect) {
    remove(twin);
    add(effect);
  }

  /** Forgets what is ordered before the moment, but for operations if few are; returns how many. */
  int forgetIfCrowded(Clock moment) {
    int before = size;
    if (size > crowd) {
      Predicate<Effect> ordered = e -> MemoryIndex.ordered(e, moment);
      size -= operations.holdsForSome(ordered) ? operations.removeIf(ordered) : 0;
      size -= accesses.forget(moment);
      crowd = Math.max(FEW, 2 * size);
    }
    return before - size;
  }

  /** What is complete in the region has nothing in common with what comes. */
  void renew(Region region) {
    version++;
    renewals.renew(region.start(), region.end(), version);
  }

  /**
   * Whether all bytes that the two have in common were renewed since the first one, which was
   * complete then. A block may be given anew in smaller parts.
   */
  boolean wasRenewed(Effect a, Effect b) {
    long from = Math.max(a.region.start(), b.region.start());
    long to = Math.min(a.region.end(), b.region.end());
    return (a.kind.instruction() || a.completion() != null)
        && !renewals.isSomeOlder(
            from,
            to,
            a.met,
            (start, end) -> a.region.commonByteWithin(b.region, start, end) != Region.NONE);
  }

  /**
   * Visits the remembered effects in the span of the given one that it may race with. The clock is
   * what is certain at its beginning; what is ordered before that may be left out.
   */
  void forEachMeeting(Effect effect, Clock beginning, Predicate<Effect> visitor) {
    operations.forEachMeeting(effect, beginning, visitor);
    if (!effect.kind.instruction() || shared || effect.process != effect.rank) {
      accesses.forEachMeeting(effect, beginning, visitor);
    }
    effect.met = version;
  }

  /** Whether the effect has already met everything it may race with. */
  boolean hasMetAll(Effect effect) {
    return effect.met == version;
  }

  /** Whether an operation that differs from the given one in nothing but time is remembered. */
  boolean hasTwin(Effect effect) {
    return !effect.kind.instruction() && operations.findTwin(effect, twin -> true) != null;
  }

  /**
   * A remembered operation for which the given one can stand from now on: whatever is still to come
   * and races with it races with the given one too, at the same two source places.
   */
  @Nullable Effect replaceable(Effect effect, Clock beginning) {
    return twins.replaceable(effect, beginning);
  }

  /**
   * Looks for a twin that is ordered before the effect, and for those for which the effect can
   * stand: what is ordered after the effect is ordered after them. That is so if nothing completes
   * one of the two but what completes both, and if the twin is delivered before the effect: what
   * has seen the later one arrive has seen the earlier one arrive.
   *
   * <p>Of these, two calls are kept: a call does not race with effects of its own that are still to
   * begin, but the call before it does.
   */
  private final class Twins implements Predicate<Effect>, Serializable {
    private @Nullable Effect effect;
    private @Nullable Clock beginning;
    private @Nullable Effect last;
    private @Nullable Effect lastButOne;

    @Nullable Effect replaceable(Effect by, Clock moment) {
      effect = by;
      beginning = moment;
      last = null;
      lastButOne = null;
      Effect ordered = operations.findTwin(by, this);
      return ordered != null ? ordered : lastButOne;
    }

    @Override
    public boolean test(Effect other) {
      if (effect == null || beginning == null) {
        return false;
      }
      if (other.completesWith(effect) || Conflicts.isDeliveredBefore(other, effect)) {
        note(other, effect.operation);
        return false;
      }
      return MemoryIndex.ordered(other, beginning);
    }

    private void note(Effect other, @Nullable Operation own) {
      if (Objects.equals(other.operation, own)) {
        return;
      }
      if (last == null) {
        last = other;
      } else if (!Objects.equals(other.operation, last.operation)) {
        boolean later = other.met - last.met > 0;
        lastButOne = later ? last : other;
        last = later ? other : last;
      }
    }
  }
}
