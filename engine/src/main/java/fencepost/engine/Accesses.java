package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.Effect;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The remembered loads and stores on one rank's memory: the latest of every strand in a log, those
 * that somebody has searched for among many in an index by address.
 */
final class Accesses implements Serializable {
  /** A log is searched effect by effect up to this length. */
  private static final int SHORT = 32;

  private final Int2ObjectOpenHashMap<AccessLog> logs = new Int2ObjectOpenHashMap<>();

  /** All of them, to go through. */
  private final List<AccessLog> all = new ArrayList<>();

  /** The log that was used last: most memories know only one strand. */
  private AccessLog last = new AccessLog(-1);

  private final IntervalIndex index = new IntervalIndex(false);

  void add(Effect effect) {
    log(effect.strand).add(effect);
  }

  void remove(Effect effect) {
    if (effect.slot > Effect.FORGOTTEN) {
      index.remove(effect);
    } else {
      log(effect.strand).remove(effect);
    }
  }

  /** A load or store, remembered or forgotten, happens again. */
  void again(Effect effect, long time) {
    if (!effect.isRemembered()) {
      add(effect);
    } else if (effect.slot < Effect.FORGOTTEN && time != effect.issued()) {
      log(effect.strand).again(effect);
    }
    effect.again(time);
  }

  /** Forgets what the clock knows; returns how many. */
  int forget(Clock clock) {
    int forgotten = index.removeIf(effect -> clock.covers(effect.strand, effect.issued()));
    for (AccessLog log : all) {
      forgotten += log.forget(clock);
      if (log != last && log.size() == 0) { // of a strand that may have ended
        logs.remove(log.strand);
      }
    }
    all.removeIf(log -> log != last && log.size() == 0);
    return forgotten;
  }

  /**
   * Visits those whose span meets that of the effect; those that the clock knows, and those of
   * which it is clear that they do not conflict, may be left out.
   */
  void forEachMeeting(Effect met, Clock clock, Predicate<Effect> visitor) {
    long from = met.region.start();
    long to = met.region.end();
    for (int i = 0; i < all.size(); i++) {
      AccessLog log = all.get(i);
      if (log.hasUnknown(clock, SHORT)) {
        log.moveTo(index::add);
      } else {
        log.forEachUnknown(clock, from, to, visitor);
      }
    }
    index.forEachMeeting(met, clock, visitor);
  }

  private AccessLog log(int strand) {
    if (last.strand != strand) {
      last = logs.computeIfAbsent(strand, this::newLog);
    }
    return last;
  }

  private AccessLog newLog(int strand) {
    AccessLog log = new AccessLog(strand);
    all.add(log);
    return log;
  }
}
