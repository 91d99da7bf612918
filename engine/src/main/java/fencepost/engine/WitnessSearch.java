package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.model.Effect;
import fencepost.model.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a run in which two accesses meet that this run has ordered by luck.
 *
 * <p>It begins with what certainly comes before the two. Where the locks of two sections that are
 * open there exclude each other, one of the two must have come to its end: each is tried. Where
 * more is taken than was offered, one more offer must have been made: each is tried. What a strand
 * was told stays as it was, so that its offer has been made, too. What is left is a prefix of every
 * strand. It is a run if its lock sections can be put into an order: they are taken one after the
 * other, in the order in which they were held in this run where that is possible, but those that
 * stay open come behind all that they exclude.
 */
final class WitnessSearch {
  private static final int MOST_PREFIXES = 64;
  private static final int MOST_TURNS = 3;

  private final Prediction runs;
  private final Access a;
  private final Access b;

  /** What is certain before the two, and does not change any more. */
  private final Prefix start;

  private List<LockSection> sections = List.of();
  private List<Choice> choices = List.of();
  private List<Prediction.Undecided> undecided = List.of();
  private int prefixes;
  private boolean choosing;

  /** One of the two, as it was when they met: an instruction may be executed again. */
  private record Access(Effect effect, long issued) {
    Access(Effect effect) {
      this(effect, effect.issued());
    }
  }

  WitnessSearch(Prediction runs, Effect a, Effect b, Clock beginning) {
    this.runs = runs;
    this.a = new Access(a);
    this.b = new Access(b);
    Clock knownAtBeginning = // B may begin later than it was issued, after a grant
        strand -> strand == b.strand ? b.issued() - 1 : beginning.timeOf(strand);
    start =
        new Prefix(new long[runs.strands.size()])
            .with(before(a))
            .with(before(b))
            .with(knownAtBeginning);
  }

  /** Whether what was told later may lead further, because something was taken by luck. */
  boolean hasChoices() {
    return choosing;
  }

  /** Whether all that the clock knows is part of every run that is looked for. */
  boolean startsAfter(Clock clock) {
    for (Strand strand : runs.strands) {
      if (clock.timeOf(strand.id) > start.timeOf(strand.id)) {
        return false;
      }
    }
    return true;
  }

  /** How far every strand has come: the last time of it that is part of the run. */
  private final class Prefix implements Clock {
    private final long[] until;

    Prefix(long[] until) {
      this.until = until;
    }

    @Override
    public long timeOf(int strand) {
      return strand < until.length ? until[strand] : 0;
    }

    boolean has(@Nullable Point point) {
      return point != null && covers(point.strand(), point.time());
    }

    /** The same and what is certain at the moment. */
    Prefix with(Clock moment) {
      long[] further = Arrays.copyOf(until, runs.strands.size());
      for (int strand = 0; strand < further.length; strand++) {
        further[strand] = Math.max(further[strand], moment.timeOf(strand));
      }
      return new Prefix(further);
    }

    Prefix with(Point moment) {
      return with(runs.strands.get(moment.strand()).clock.certainAt(moment.time()));
    }

    /** Whether the effect is not over, and, if it is an instant, has not begun. */
    boolean isBefore(Access access) {
      Effect effect = access.effect;
      return effect.kind.instruction()
          ? !covers(effect.strand, access.issued)
          : !MemoryIndex.completed(effect, this);
    }
  }

  /** A run that has both, from what was told until now; null if none was found. */
  @Nullable Witness find(
      List<LockSection> heldUntilNow,
      List<Choice> takenUntilNow,
      List<Prediction.Undecided> undecidedUntilNow) {
    sections = heldUntilNow;
    choices = takenUntilNow;
    undecided = undecidedUntilNow;
    prefixes = 0;
    choosing = false;
    return find(start);
  }

  /** All that is certain before an effect is issued. */
  private Clock before(Effect effect) {
    Signal certain = runs.strands.get(effect.strand).clock.certainAt(effect.issued());
    return strand -> strand == effect.strand ? effect.issued() - 1 : certain.timeOf(strand);
  }

  private @Nullable Witness find(Prefix certain) {
    Prefix prefix = withOffers(certain);
    if (++prefixes > MOST_PREFIXES || !prefix.isBefore(a) || !prefix.isBefore(b)) {
      return null;
    }
    Object lacking = lacking(prefix);
    if (lacking != null) {
      return findWithOffer(prefix, lacking);
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
    List<Choice> offered =
        choices.stream()
            .filter(choice -> prefix.has(choice.known ? choice.at : choice.offered))
            .toList();
    SectionOrder order = new SectionOrder(runs.strands, part, offered, taken(prefix), prefix);
    return order.find() ? witness(order) : null;
  }

  /**
   * The same and the offers of all that strands were told in it: the latest are looked at first.
   */
  private Prefix withOffers(Prefix prefix) {
    Prefix closed = prefix;
    for (int i = choices.size() - 1; i >= 0; i--) {
      Choice choice = choices.get(i);
      if (choice.known && closed.has(choice.at) && !closed.has(choice.offered)) {
        closed = closed.with(choice.offered);
      }
    }
    return closed;
  }

  /** A run in which some of the choices are others. */
  record Guess(Witness witness, List<Choice> others) {

    boolean couldBe() {
      return others.stream().anyMatch(Choice::couldBeAnother);
    }
  }

  /**
   * What a run must be told otherwise that may have both: what is offered by one who knows of A,
   * and later than both. Null if that is not what orders the two.
   */
  @Nullable Guess guess(List<Choice> takenUntilNow) {
    choices = takenUntilNow;
    if (!start.isBefore(a) || !start.isBefore(b)) {
      return null;
    }
    Prefix asItWas = withOffers(start);
    if (asItWas.isBefore(a)) {
      return null;
    }
    Map<Integer, Choice> first = new LinkedHashMap<>();
    for (Choice choice : choices) {
      boolean orders =
          choice.canBeHeld
              && Releases.isCall(choice.offered)
              && asItWas.has(choice.at)
              && isAfterA(choice.offered);
      if (orders) {
        first.putIfAbsent(choice.offered.strand(), choice);
      }
    }
    List<Witness.Turn> turns =
        first.values().stream()
            .limit(MOST_TURNS)
            .map(c -> new Witness.Turn(described(c.at, 0), described(first(c), 0)))
            .toList();
    return turns.isEmpty() ? null : new Guess(new Witness(turns), List.copyOf(first.values()));
  }

  private boolean isAfterA(Point point) {
    if (start.has(point)) {
      return false;
    }
    if (point.strand() == a.effect.strand) {
      return point.time() > a.issued;
    }
    Prefix nothing = new Prefix(new long[runs.strands.size()]);
    return withOffers(nothing.with(point)).covers(a.effect.strand, a.issued);
  }

  /**
   * Where the strand that knows of A is to be held: the first update that it has made of the cell
   * since. A lock that is built of atomics is taken and let go of by updates of one cell, and who
   * comes first is decided when it is taken.
   */
  private Point first(Choice choice) {
    Point first = choice.offered;
    if (choice.about != null) {
      for (Point earlier : runs.releases.before(choice.offered, choice.about)) {
        if (!isAfterA(earlier)) {
          break;
        }
        first = earlier;
      }
    }
    return first;
  }

  private List<Choice> taken(Prefix prefix) {
    return choices.stream().filter(choice -> prefix.has(choice.at)).toList();
  }

  /** Things of which more are taken in the prefix than were offered; null if there are enough. */
  private @Nullable Object lacking(Prefix prefix) {
    Map<Object, Integer> enough = new HashMap<>();
    for (Choice choice : choices) {
      if (choice.known) {
        continue;
      }
      int taken = prefix.has(choice.at) ? 1 : 0;
      int offered = prefix.has(choice.offered) ? 1 : 0;
      choosing |= taken > 0;
      enough.merge(choice.alike, offered - taken, Integer::sum);
    }
    return choices.stream()
        .map(choice -> choice.alike)
        .filter(alike -> enough.getOrDefault(alike, 0) < 0)
        .findFirst()
        .orElse(null);
  }

  /** Each of those who have one more is tried. */
  private @Nullable Witness findWithOffer(Prefix prefix, Object alike) {
    Set<Integer> asked = new HashSet<>();
    for (Choice choice : choices) {
      Point offered = choice.offered;
      if (choice.alike.equals(alike) && !prefix.has(offered) && asked.add(offered.strand())) {
        Witness found = find(prefix.with(offered));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
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
    for (Choice choice : choices) {
      if (!choice.known && (!prefix.has(choice.at) || !prefix.has(choice.offered))) {
        same = Math.min(same, choice.told - 1);
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
  private Witness witness(SectionOrder order) {
    List<Witness.Turn> turns = new ArrayList<>();
    order.exchanged().stream().limit(MOST_TURNS).map(this::described).forEach(turns::add);
    Set<LockSection> done = new HashSet<>();
    for (LockSection first : order.taken()) {
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

  /** The one that was taken in this run comes later. */
  private Witness.Turn described(SectionOrder.Exchange exchange) {
    Choice choice = exchange.choice();
    Choice other = exchange.other();
    return new Witness.Turn(
        described(choice.at, choice.number),
        described(choice.offered, choice.offer),
        described(other.offered, other.offer));
  }

  private Witness.Section described(Point moment, int number) {
    int rank = runs.strands.get(moment.strand()).rank;
    return new Witness.Section(rank, number, "", moment.call(), moment.site());
  }
}
