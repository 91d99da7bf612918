package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.Effect;
import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The latest loads and stores of one strand on one rank's memory, in the order of their times.
 *
 * <p>Most of them are never looked for: when somebody comes, it is ordered after them already, and
 * that is seen from the latest on, without looking at any address. An access that happens again
 * moves to the end; its old place is left empty.
 */
final class AccessLog implements Serializable {
  private static final int LEAST = 16;

  final int strand;
  private @Nullable Effect[] log = new Effect[LEAST];
  private int first;
  private int end;
  private int size;

  AccessLog(int strand) {
    this.strand = strand;
  }

  /** How many effects the log holds. */
  int size() {
    return size;
  }

  void add(Effect effect) {
    if (end == log.length) {
      makeRoom();
    }
    put(end++, effect);
    size++;
  }

  void remove(Effect effect) {
    log[place(effect.slot)] = null;
    effect.slot = Effect.FORGOTTEN;
    size--;
  }

  /** An access of the log happens again: it is the latest now. */
  void again(Effect effect) {
    int at = place(effect.slot);
    if (at != end - 1) {
      remove(effect);
      add(effect);
    }
  }

  /** Whether there are more than so many that the clock does not know. */
  boolean hasUnknown(Clock clock, int most) {
    long known = clock.timeOf(strand);
    int count = 0;
    for (int i = end - 1; i >= first && size > most; i--) {
      Effect effect = log[i];
      if (effect != null && (effect.issued() <= known || ++count > most)) {
        break;
      }
    }
    return count > most;
  }

  /** Visits those that the clock does not know and whose span meets {@code [from, to)}. */
  void forEachUnknown(Clock clock, long from, long to, Predicate<Effect> visitor) {
    long known = clock.timeOf(strand);
    for (int i = end - 1; i >= first; i--) {
      Effect effect = log[i];
      if (effect == null) {
        continue;
      }
      if (effect.issued() <= known) {
        return;
      }
      if (effect.region.start() < to && effect.region.end() > from) {
        boolean unused = visitor.test(effect); // no other one of the log is its twin
      }
    }
  }

  /** Forgets what the clock knows; returns how many. */
  int forget(Clock clock) {
    int before = size;
    long known = clock.timeOf(strand);
    for (; first < end; first++) {
      Effect effect = log[first];
      if (effect != null) {
        if (effect.issued() > known) {
          break;
        }
        remove(effect);
      }
    }
    return before - size;
  }

  /** Hands all effects over, the earliest first, and is empty. */
  void moveTo(Consumer<Effect> taker) {
    for (int i = first; i < end; i++) {
      Effect effect = log[i];
      if (effect != null) {
        log[i] = null;
        taker.accept(effect);
      }
    }
    first = 0;
    end = 0;
    size = 0;
  }

  /** Closes the gaps; at least half of the log is free afterwards, and not much more. */
  private void makeRoom() {
    @Nullable Effect[] before = log;
    int until = end;
    log = new Effect[Math.max(LEAST, 4 * Integer.highestOneBit(size))];
    end = 0;
    for (int i = first; i < until; i++) {
      Effect effect = before[i];
      if (effect != null) {
        put(end++, effect);
      }
    }
    first = 0;
  }

  private void put(int at, Effect effect) {
    log[at] = effect;
    effect.slot = Effect.FORGOTTEN - 1 - at;
  }

  private static int place(int slot) {
    return Effect.FORGOTTEN - 1 - slot;
  }
}
