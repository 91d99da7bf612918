package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.model.Effect;
import fencepost.model.Point;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a run in which two accesses meet that this run has ordered by luck.
 *
 * <p>It begins with what certainly comes before the two. Where the locks of two sections that are
 * open there exclude each other, one of the two must have come to its end: each is tried. What is
 * left is a prefix of every strand. It is a run if its lock sections can be put into an order: they
 * are taken one after the other, in the order in which they were held in this run where that is
 * possible, but those that stay open come behind all that they exclude.
 */
final class WitnessSearch {
  private static final int MOST_PREFIXES = 64;
  private static final int MOST_TURNS = 3;

  private final Prediction runs;
  private final List<LockSection> sections;
  private final List<Prediction.Undecided> undecided;
  private final Effect a;
  private final Effect b;
  private final Clock beginning;
  private int prefixes;

  WitnessSearch(
      Prediction runs,
      List<LockSection> sections,
      List<Prediction.Undecided> undecided,
      Effect a,
      Effect b,
      Clock beginning) {
    this.runs = runs;
    this.sections = sections;
    this.undecided = undecided;
    this.a = a;
    this.b = b;
    this.beginning = beginning;
  }

  /** How far every strand has come: the last time of it that is part of the run. */
  private final class Prefix implements Clock {
    private final long[] until;

    Prefix(long[] until) {
      this.until = until;
    }

    @Override
    public long timeOf(int strand) {
      return until[strand];
    }

    boolean has(@Nullable Point point) {
      return point != null && covers(point.strand(), point.time());
    }

    /** The same and what is certain at the moment. */
    Prefix with(Clock moment) {
      long[] further = until.clone();
      for (int strand = 0; strand < further.length; strand++) {
        further[strand] = Math.max(further[strand], moment.timeOf(strand));
      }
      return new Prefix(further);
    }

    Prefix with(Point moment) {
      return with(runs.strands.get(moment.strand()).clock.certainAt(moment.time()));
    }

    /** Whether the effect is not over, and, if it is an instant, has not begun. */
    boolean isBefore(Effect effect) {
      return effect.kind.instruction()
          ? !covers(effect.strand, effect.issued())
          : !MemoryIndex.completed(effect, this);
    }
  }

  @Nullable Witness find() {
    Prefix start = new Prefix(new long[runs.strands.size()]).with(before(a)).with(before(b));
    return find(start.with(knownAtBeginning()));
  }

  /** All that is certain before an effect is issued. */
  private Clock before(Effect effect) {
    Signal certain = runs.strands.get(effect.strand).clock.certainAt(effect.issued());
    return strand -> strand == effect.strand ? effect.issued() - 1 : certain.timeOf(strand);
  }

  /** B may begin later than it was issued, after a grant. */
  private Clock knownAtBeginning() {
    return strand -> strand == b.strand ? b.issued() - 1 : beginning.timeOf(strand);
  }

  private @Nullable Witness find(Prefix prefix) {
    if (++prefixes > MOST_PREFIXES || !prefix.isBefore(a) || !prefix.isBefore(b)) {
      return null;
    }
    List<LockSection> part = new ArrayList<>();
    List<LockSection> open = new ArrayList<>();
    for (LockSection section : sections) {
      if (prefix.has(section.asked)) {
        part.add(section);
        if (!prefix.has(section.released)) {
          open.add(section);
        }
      }
    }
    for (int i = 0; i < open.size(); i++) {
      for (int j = i + 1; j < open.size(); j++) {
        if (open.get(i).excludes(open.get(j))) {
          Witness found = findAfter(prefix, open.get(i));
          return found != null ? found : findAfter(prefix, open.get(j));
        }
      }
    }
    if (!isAsItWas(prefix)) {
      return null;
    }
    List<LockSection> order = new SectionOrder(runs.strands, part, prefix).find();
    return order == null ? null : witness(order);
  }

  /** The section is over in the run that is looked for. */
  private @Nullable Witness findAfter(Prefix prefix, LockSection section) {
    return section.released == null ? null : find(prefix.with(section.released));
  }

  /**
   * Whether what depends on an order that nothing makes is as it was: all that was told before it,
   * of locks and of its kind, is part of the run, which can begin with that as this run did.
   */
  private boolean isAsItWas(Prefix prefix) {
    long same = Long.MAX_VALUE;
    for (LockSection section : sections) {
      if (!prefix.has(section.asked)) {
        same = Math.min(same, section.heldAt - 1);
      } else if (!prefix.has(section.released)) {
        same = Math.min(same, section.releasedAt - 1);
      }
    }
    long last = 0;
    for (Prediction.Undecided one : undecided) {
      if (!prefix.covers(one.strand(), one.time())) {
        same = Math.min(same, one.told() - 1);
      }
      if (prefix.covers(one.strand(), one.time() - 1)) {
        last = Math.max(last, one.told());
      }
    }
    return last <= same;
  }

  // ---- words ----

  /**
   * What is different: sections that were held earlier, and now come later or not at all. Those
   * that exclude each other do not overlap, so the one that ended first was the first; which of
   * them was told of first says nothing, because an epoch may begin before it gets its lock.
   */
  private Witness witness(List<LockSection> order) {
    List<Witness.Turn> turns = new ArrayList<>();
    Set<LockSection> done = new HashSet<>();
    for (LockSection first : order) {
      done.add(first);
      for (LockSection second : sections) {
        boolean turned =
            second.releasedAt < first.releasedAt
                && !done.contains(second)
                && second.excludes(first);
        if (turned && turns.size() < MOST_TURNS) {
          turns.add(new Witness.Turn(described(first), described(second)));
        }
      }
    }
    return new Witness(List.copyOf(turns));
  }

  private Witness.Section described(LockSection section) {
    Point asked = section.asked;
    int rank = runs.strands.get(asked.strand()).rank;
    return new Witness.Section(rank, section.number, section.name, asked.call(), asked.site());
  }
}
