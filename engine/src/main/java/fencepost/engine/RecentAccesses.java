package fencepost.engine;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Region;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The latest loads and stores of a strand, by source place: a loop that repeats itself finds them
 * without a search.
 */
final class RecentAccesses {
  private static final int LENGTH = 1024;

  private final @Nullable Effect[] recent = new Effect[LENGTH];

  void put(Effect effect) {
    recent[slot(effect.site, effect.region)] = effect;
  }

  /**
   * The remembered effect of the same instruction on the same bytes, if it is still in the race
   * index.
   */
  @Nullable Effect get(
      AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock) {
    Effect effect = recent[slot(site, region)];
    return effect != null
            && effect.slot >= 0
            && effect.site == site
            && effect.kind == kind
            && effect.rank == rank
            && Objects.equals(effect.lock, lock)
            && effect.region.equals(region)
        ? effect
        : null;
  }

  private static int slot(int site, Region region) {
    int hash = site * 0x9E3779B9 + Long.hashCode(region.start()) * 0x85EBCA6B;
    return (hash ^ hash >>> 15) & (LENGTH - 1);
  }
}
