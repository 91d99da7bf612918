package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.clocks.StrandClock;
import fencepost.model.Effect;
import fencepost.model.Point;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The other runs that the same program could have had: those in which every process does the same
 * with the same values, but locks are taken in another order, or another one was taken of things
 * that look the same to who takes them.
 *
 * <pre>
 *   certain       {@link Clock#certain}: program order, every edge that is not made by luck, and an
 *                 edge from A to B wherever the values that B or its successors read depend on A
 *                 having come first
 *   luck          {@link Execution#byLuck}: an edge from the end of a lock section to the next one,
 *                 and from the offer of a thing to who takes one of several
 *   told          {@link Execution#told}: an edge from the offer of a thing to who takes it and is told
 *                 so. No edge of another run is another one, but without it the two may meet: such
 *                 a pair is a candidate, for a run that tries it
 *   undecided     two accesses of which the order matters, and which nothing orders in this run:
 *                 atomics, mostly. They are as they were only in a part of the other run that is
 *                 the same as this one.
 *   prefix        what the other run has done: for each strand, a time. Closed under certain edges.
 *   witness       {@link WitnessSearch}: a prefix in which both accesses are next or going on, with
 *                 an order of its lock sections in which no two overlap that exclude each other
 * </pre>
 */
final class Prediction {
  /** A pair of places is tried so often; some hundred thousand pairs may differ in time only. */
  private static final int MOST_TRIES = 16;

  /** What is remembered of a strand, at most; then nothing is predicted until it is forgotten. */
  private static final int MOST_UNDECIDED = 1 << 12;

  private static final int MOST_SECTIONS = 1 << 14;
  private static final int MOST_CHOICES = 1 << 12;
  private static final int MOST_TOLD = 1 << 10;

  final List<Strand> strands = new ArrayList<>();
  final Releases releases = new Releases(strands);

  /** In the order in which they were told. */
  private List<LockSection> sections = new ArrayList<>();

  private List<Choice> choices = new ArrayList<>();
  private List<Undecided> undecided = new ArrayList<>();

  /** Of the choices, those of which a strand was told. */
  private int known;

  /** For each strand, how much of every other one its choices stand for. */
  private final List<Int2LongOpenHashMap> heard = new ArrayList<>();

  /** Pairs of which more may be known when more has been told. */
  private List<Postponed> postponed = new ArrayList<>();

  private final List<Guessed> guesses = new ArrayList<>();
  private final Int2IntOpenHashMap asked = new Int2IntOpenHashMap();
  private final Long2IntOpenHashMap tries = new Long2IntOpenHashMap();
  private long told;

  /** Whether the program has seen what it may not see in another run; choices are not counted. */
  private boolean luckWasSeen;

  /** An access whose order to another one is as it was only where the other run is as this one. */
  record Undecided(int strand, long time, long told) {}

  void add(Strand strand) {
    strands.add(strand);
    heard.add(new Int2LongOpenHashMap());
  }

  // ---- what is told ----

  void asks(Strand strand) {
    asked.addTo(strand.rank, 1);
  }

  void holds(LockSection section) {
    section.heldAt = ++told;
    section.number = asked.get(strands.get(section.asked.strand()).rank) - 1;
    sections.add(section);
  }

  void letsGo(LockSection section, Point moment) {
    section.released = moment;
    section.releasedAt = ++told;
  }

  void takes(Point at, Point offered, int offer, int number, Object alike) {
    choices.add(new Choice(at, offered, alike, ++told, number, offer));
  }

  /**
   * The strand of the moment is told what the signal stands for. If that is false, it has to be
   * certain: nobody knows whose it was, or there is too much of the kind.
   */
  boolean isTold(Point at, Signal signal, @Nullable Updated about) {
    if (known >= MOST_TOLD) {
      luckWasSeen = true;
      return false;
    }
    List<Point> origins = releases.origins(strands.get(at.strand()), signal);
    for (Point offered : origins) {
      if (isNews(at, offered)) {
        stays(Choice.told(at, offered, about, ++told));
      }
    }
    return !origins.isEmpty();
  }

  private boolean isNews(Point at, Point other) {
    return heard.get(at.strand()).get(other.strand()) < other.time();
  }

  /** The order of the two is not certain, but no other run that is predicted has another one. */
  private void stays(Choice choice) {
    choices.add(choice);
    known++;
    heard.get(choice.at.strand()).put(choice.offered.strand(), choice.offered.time());
  }

  /** Nothing orders the two, but each may be as it is because of the other. */
  void undecided(Effect a, Effect b) {
    luckWasSeen = true;
    told++;
    undecided.add(new Undecided(a.strand, a.issued(), told));
    undecided.add(new Undecided(b.strand, b.issued(), told));
  }

  /** The same of a moment that something else has decided. */
  void undecided(Point moment) {
    luckWasSeen = true;
    undecided.add(new Undecided(moment.strand(), moment.time(), ++told));
  }

  /**
   * B has seen what A did, or the other way round: that A came first is certain from now on. The
   * order of two atomic operations may be what the strand was told, so it is what is tried.
   */
  void follows(Effect a, Effect b, Clock beginning) {
    Point over = over(a, beginning);
    if (over == null) {
      return;
    }
    StrandClock clock = strands.get(b.strand).clock;
    if (!a.kind.atomic() || !b.kind.atomic() || known >= MOST_TOLD) {
      luckWasSeen = true;
      clock.isCertainOf(strands.get(over.strand()).clock.certainAt(over.time()));
      return;
    }
    Point at = new Point(b.strand, clock.tick(), "", -1);
    if (isNews(at, over)) {
      stays(Choice.seen(at, over, ++told));
    }
  }

  /** The moment at which A was over, for one who knows what the clock knows. */
  private @Nullable Point over(Effect a, Clock clock) {
    if (a.kind.instruction()) {
      return new Point(a.strand, a.issued(), "", -1);
    }
    for (Point point : a.completions()) {
      if (clock.covers(point.strand(), point.time())) {
        return point;
      }
    }
    return null;
  }

  // ---- what is asked ----

  /** Tells the listener how another run has the two at the same time, if one is found. */
  void seek(Effect a, Effect b, Clock beginning, Supplier<Race> details, RaceListener listener) {
    boolean tooMany =
        sections.size() > MOST_SECTIONS
            || choices.size() - known > MOST_CHOICES
            || undecided.size() > MOST_UNDECIDED;
    long pair = (long) Math.min(a.site, b.site) << Integer.SIZE | Math.max(a.site, b.site);
    if (tries.addTo(pair, 1) >= MOST_TRIES) {
      return;
    }
    WitnessSearch search = new WitnessSearch(this, a, b, beginning);
    if (!tooMany && found(search, pair, w -> listener.predicted(a, b, details, w))) {
      return;
    }
    WitnessSearch.Guess guess = search.guess(choices); // it proves nothing, and needs only these
    if (guess == null && !search.hasChoices()) {
      return;
    }
    Race race = details.get(); // as it was when they met
    if (guess != null) {
      guesses.add(new Guessed(guess, () -> listener.candidate(a, b, () -> race, guess.witness())));
    }
    if (search.hasChoices()) {
      postponed.add(new Postponed(search, pair, w -> listener.predicted(a, b, () -> race, w)));
    }
  }

  /** A pair for another run to try, unless nobody else turns up who could have been first. */
  private record Guessed(WitnessSearch.Guess guess, Runnable listener) {}

  /**
   * Whether the program may do something else in another run: an order that luck has made was told
   * to it, or has decided what it has read. Else every run does what this one does, and those with
   * other races were looked for.
   */
  boolean dependsOnLuck() {
    return luckWasSeen || choices.stream().anyMatch(Prediction::isOpen);
  }

  private static boolean isOpen(Choice choice) {
    return choice.known && choice.couldBeAnother();
  }

  /** All has been told: looks again at what was left open. */
  void finish() {
    seekPostponed();
    for (Guessed one : guesses) {
      if (one.guess.couldBe()) {
        one.listener.run();
      }
    }
    guesses.clear();
  }

  /** A pair that may be found when more is known of what there was to take. */
  private record Postponed(WitnessSearch search, long pair, Consumer<Witness> listener) {}

  private boolean found(WitnessSearch search, long pair, Consumer<Witness> listener) {
    Witness found = search.find(sections, choices, undecided);
    if (found != null) {
      tries.put(pair, MOST_TRIES); // it need not be found again
      listener.accept(found);
    }
    return found != null;
  }

  /** Looks again at what has been told since. */
  private void seekPostponed() {
    postponed.removeIf(one -> found(one.search, one.pair, one.listener));
  }

  // ---- forgetting ----

  int size() {
    return sections.size() + choices.size() + undecided.size();
  }

  /** Every other run that will be asked for has done what everyone knows. */
  void forget(Clock everyone) {
    seekPostponed();
    postponed.removeIf(one -> !one.search.startsAfter(everyone));
    sections =
        new ArrayList<>(
            sections.stream().filter(section -> !isOver(section.released, everyone)).toList());
    luckWasSeen = dependsOnLuck();
    choices =
        new ArrayList<>(
            choices.stream()
                .filter(c -> !isOver(c.at, everyone) || !isOver(c.offered, everyone))
                .toList());
    known = (int) choices.stream().filter(choice -> choice.known).count();
    undecided =
        new ArrayList<>(
            undecided.stream().filter(u -> !everyone.covers(u.strand, u.time)).toList());
    long[] until = strands.stream().mapToLong(strand -> everyone.timeOf(strand.id)).toArray();
    sections.forEach(section -> keep(until, section.asked));
    choices.forEach(choice -> keep(until, choice.at));
    choices.forEach(choice -> keep(until, choice.offered));
    strands.forEach(strand -> strand.clock.forgetUntil(until[strand.id]));
  }

  private static void keep(long[] until, Point moment) {
    until[moment.strand()] = Math.min(until[moment.strand()], moment.time());
  }

  private static boolean isOver(@Nullable Point released, Clock everyone) {
    return released != null && everyone.covers(released.strand(), released.time());
  }
}
