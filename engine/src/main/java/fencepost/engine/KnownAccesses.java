package fencepost.engine;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Region;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The loads and stores of a strand by source place and bytes: a loop that repeats itself finds them
 * without a search. What the race index has forgotten may be found too, until its room is needed.
 */
final class KnownAccesses implements Serializable {
  private static final int LEAST = 32;

  private @Nullable Effect[] table = new Effect[LEAST];

  /** Of each effect in the table: most looks at an effect would be one at memory in no cache. */
  private int[] hashes = new int[LEAST];

  private int used;

  /** The effect of the same instruction on the same bytes, under a lock that excludes the same. */
  @Nullable Effect find(
      AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock) {
    int mask = table.length - 1;
    int hash = hash(site, region);
    for (int i = hash & mask; ; i = (i + 1) & mask) {
      Effect effect = table[i];
      if (effect == null) {
        return null;
      }
      if (hashes[i] == hash
          && effect.site == site
          && effect.kind == kind
          && effect.rank == rank
          && effect.region.equals(region)
          && LockEpoch.areTwins(effect.lock, lock)) {
        return effect;
      }
    }
  }

  /** Adds an effect; returns its remembered twin, whose place it takes, if there is one. */
  @Nullable Effect put(Effect effect) {
    int mask = table.length - 1;
    int hash = hash(effect.site, effect.region);
    for (int i = hash & mask; table[i] != null; i = (i + 1) & mask) {
      Effect other = table[i];
      if (hashes[i] == hash && other.isTwinOf(effect)) {
        table[i] = effect;
        return other.isRemembered() ? other : null;
      }
    }
    if (2 * ++used > table.length) {
      makeRoom();
    }
    insert(effect, hash);
    return null;
  }

  private void insert(Effect effect, int hash) {
    int mask = table.length - 1;
    int i = hash & mask;
    while (table[i] != null) {
      i = (i + 1) & mask;
    }
    table[i] = effect;
    hashes[i] = hash;
  }

  /** Lets go of what is forgotten; at most a quarter of the table is in use afterwards. */
  private void makeRoom() {
    @Nullable Effect[] before = table;
    int[] hashesBefore = hashes;
    used = 1;
    for (Effect effect : before) {
      used += effect != null && effect.isRemembered() ? 1 : 0;
    }
    table = new Effect[Math.max(LEAST, Integer.highestOneBit(used) * 8)];
    hashes = new int[table.length];
    for (int i = 0; i < before.length; i++) {
      Effect effect = before[i];
      if (effect != null && effect.isRemembered()) {
        insert(effect, hashesBefore[i]);
      }
    }
  }

  private static int hash(int site, Region region) {
    int hash = (site * 31 + Long.hashCode(region.start())) * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }
}
