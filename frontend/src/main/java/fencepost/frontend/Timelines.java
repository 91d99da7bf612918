package fencepost.frontend;

import fencepost.engine.Strand;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The timelines of one process: one for each strand, in the order in which they were first heard
 * of. Tasks can be a million; those behind the first few have none.
 */
final class Timelines {
  private static final int MOST = 64;

  private final int rank;
  private final Int2ObjectOpenHashMap<Timeline> byStrand = new Int2ObjectOpenHashMap<>();
  private final List<Timeline> all = new ArrayList<>();

  /** When the process was last heard of: what orders its threads has no time of its own. */
  private long now;

  Timelines(int rank) {
    this.rank = rank;
  }

  /** A call has returned. */
  void call(String call, long time, Strand caller) {
    now = Math.max(now, time);
    construct(call, caller);
  }

  /** The strand has passed a construct that orders threads. */
  void construct(String name, Strand strand) {
    Timeline timeline = byStrand.get(strand.id);
    if (timeline == null) {
      timeline = add(strand);
    }
    if (timeline != null) {
      timeline.mark(name, now, strand.now());
    }
  }

  private @Nullable Timeline add(Strand strand) {
    if (all.size() == MOST) {
      return null;
    }
    Timeline timeline = new Timeline(rank, all.size(), strand.id);
    byStrand.put(strand.id, timeline);
    all.add(timeline);
    return timeline;
  }

  Collection<Timeline> all() {
    return all;
  }
}
