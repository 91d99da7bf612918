package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.model.AccessKind;
import fencepost.model.Conflicts;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Past;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The race definition, applied to each effect that begins.
 *
 * <pre>
 *   effect       {@link Effect}: an access to bytes of one rank's memory, from its issue to its
 *                completion points, any of which will do
 *   a hb b       {@link Clock#covers}: b's clock has seen a's time on a's strand
 *   conflict     {@link Conflicts}: same rank, common bytes, not the same call, and the table says so
 *   excluded     {@link Conflicts}: A and B are under locks that exclude each other
 *   delivered    {@link Conflicts}: A and B arrive at their target in an order that the model promises
 *   ordered      {@link #ordered}: some completion point of A is hb the beginning of B
 *   seen         {@link #wasSeen}: somebody has seen what A did, and that sight is hb the beginning
 *                of B; or the issuer of A has seen what B did before it issued A
 *   renewed      {@link Memory#wasRenewed}: the memory was allocated anew since A was complete
 *   race         {@link #meet}: conflict, and neither excluded, delivered, ordered, seen nor
 *                renewed
 * </pre>
 *
 * Effects are told in an order that respects happens-before. So when an effect B begins, every
 * completion point and every sight that could order an earlier effect A before it has been told,
 * and B is not ordered before A. What remains is asked once for each pair, when the later one
 * begins. The only effects that are told late are those that wait for a grant: they begin when it
 * opens, though others may have seen what they did before that. Hence the second half of "seen".
 *
 * <p>Effects that differ in nothing but time are one finding. Once B races with one of them, the
 * older ones are not asked any more.
 *
 * <p>An effect is forgotten when one of its completion points is known to every strand and every
 * waiting effect: nothing that can still come will be unordered with it.
 */
public final class MemoryIndex implements RaceIndex, Serializable {
  private static final int FEW = 1024;

  private final RaceListener listener;
  private final List<Known> strands = new ArrayList<>();

  /** By rank; null for those that are not touched, or belong to another index. */
  private final List<@Nullable Memory> memories = new ArrayList<>();

  private final Meeting meeting = new Meeting();
  private int remembered;

  /** Values that were seen often, and how many sightings there are of them. */
  private final List<Sightings> seenOften = new ArrayList<>();

  private int sights;
  private int sweepAt = FEW;

  /** Whether races count that threads of one process have without a remote operation. */
  private final boolean threads;

  /** What other runs may do; null if nobody wants to know. */
  private final transient @Nullable Prediction prediction;

  /** A strand, as far as reports need it. */
  private record Known(int id, int rank, Journal journal) implements Serializable {}

  public MemoryIndex(RaceListener listener) {
    this(listener, false);
  }

  public MemoryIndex(RaceListener listener, boolean threads) {
    this(listener, threads, null);
  }

  MemoryIndex(RaceListener listener, boolean threads, @Nullable Prediction prediction) {
    this.listener = listener;
    this.threads = threads;
    this.prediction = prediction;
  }

  @Override
  public void add(int rank) {
    strands.add(new Known(strands.size(), rank, new Journal()));
  }

  @Override
  public void synchronised(Point point) {
    strands.get(point.strand()).journal.add(point);
  }

  @Override
  public void evidenceIsMissing() {
    listener.evidenceIsMissing();
  }

  @Override
  public void seen(Sightings sightings, Point point, long changes) {
    if (sightings.add(point, changes) && sightings.size() > Sightings.FEW) {
      if (sightings.size() == Sightings.FEW + 1) {
        seenOften.add(sightings);
      }
      sights++;
    }
  }

  @Override
  public void access(
      int strand,
      Clock moment,
      AccessKind kind,
      int rank,
      Region region,
      int site,
      @Nullable LockEpoch lock) {
    long time = moment.timeOf(strand);
    Memory memory = memory(rank);
    Effect last = memory.known(strand).find(kind, rank, region, site, lock);
    if (last == null) {
      int process = strands.get(strand).rank;
      begin(new Effect(kind, rank, region, strand, time, process, null, site, null, lock), moment);
    } else {
      again(memory, last, moment, time);
    }
  }

  /**
   * The same instruction touches the same bytes again: whatever races with its last time races with
   * this time.
   */
  private void again(Memory memory, Effect b, Clock moment, long time) {
    remembered += b.isRemembered() ? 0 : 1;
    memory.again(b, time);
    b.beginAfter(moment);
    if (!memory.hasMetAll(b)) {
      meeting.in(memory, b, moment, true);
    }
  }

  @Override
  public void begin(Effect b, Clock beginning) {
    Memory memory = memory(b.rank);
    b.beginAfter(beginning);
    meeting.in(memory, b, beginning, memory.hasTwin(b));
    Effect twin =
        b.kind.instruction() ? known(memory, b, beginning) : memory.replaceable(b, beginning);
    if (twin != null) {
      memory.replace(twin, b);
    } else {
      memory.add(b);
      remembered++;
    }
  }

  /**
   * A remembered load or store that differs from B in nothing but time. Whatever is still to come
   * and races with it races with B, at the same two source places.
   */
  private static @Nullable Effect known(Memory memory, Effect b, Clock beginning) {
    Effect twin = memory.known(b.strand).put(b);
    return twin != null && ordered(twin, beginning) ? twin : null;
  }

  // ---- the definition ----

  /** Effect B begins, and meets those that are remembered. (One at a time: there are millions.) */
  private final class Meeting implements Predicate<Effect>, Serializable {
    private @Nullable Effect b;
    private @Nullable Clock beginning;
    private @Nullable Clock certain;
    private boolean again;

    void in(Memory memory, Effect effect, Clock moment, boolean happenedBefore) {
      b = effect;
      beginning = moment;
      certain = moment.certain();
      again = happenedBefore;
      memory.forEachMeeting(effect, certain, this);
    }

    /** Whether it races with A, so that it need not meet those that differ from A only in time. */
    @Override
    public boolean test(Effect a) {
      return b != null
          && beginning != null
          && certain != null
          && a != b
          && kindsConflict(a, b)
          && !ordered(a, certain)
          && (prediction == null
              ? meet(a, b, beginning, again)
              : meetInAnyRun(a, b, beginning, certain, again));
    }
  }

  /**
   * The same if what luck has ordered in this run is looked at, too: whether they race in this run.
   * Whatever comes of it, the run goes on with what B has seen of A, and so does every run that is
   * predicted from here on.
   */
  private boolean meetInAnyRun(Effect a, Effect b, Clock beginning, Clock certain, boolean again) {
    Prediction runs = Objects.requireNonNull(prediction);
    boolean luck = certain != beginning && ordered(a, beginning);
    boolean race = !luck && meet(a, b, beginning, again);
    if (a.strand == b.strand || memory(a.rank).wasRenewed(a, b) || !Conflicts.orderMatters(a, b)) {
      return race;
    }
    if (!luck) {
      runs.undecided(a, b);
      return race;
    }
    long address = Conflicts.conflictingByte(a, b);
    if (address != Region.NONE && !wasSeen(a, beginning) && !wasSeenBefore(b, a)) {
      runs.seek(a, b, certain, () -> race(a, b, address, certain, again), listener);
    }
    runs.follows(a, b, beginning);
    return false;
  }

  private boolean kindsConflict(Effect a, Effect b) {
    return Conflicts.kindsConflict(a, b) || (threads && Conflicts.threadsConflict(a, b));
  }

  /** Effect B begins, and A is not ordered before it. Returns whether that is a race. */
  private boolean meet(Effect a, Effect b, Clock beginning, boolean again) {
    long address = Conflicts.conflictingByte(a, b);
    boolean race =
        address != Region.NONE
            && !wasSeen(a, beginning)
            && !wasSeenBefore(b, a)
            && !memory(a.rank).wasRenewed(a, b);
    if (race) {
      listener.race(a, b, () -> details(a, b, address, again));
    }
    return race;
  }

  /** Whether some completion point of A happened before the moment. */
  static boolean ordered(Effect a, Clock moment) {
    if (a.kind.instruction()) {
      return moment.covers(a.strand, a.issued());
    }
    return completed(a, moment);
  }

  /**
   * Whoever observes what has arrived completes it, and may have done so by luck: then who is
   * certainly after that point need not be certainly after the issue.
   */
  static boolean completed(Effect a, Clock moment) {
    Point first = a.completion();
    if (first == null || !moment.covers(a.strand, a.issued())) {
      return false;
    }
    if (moment.covers(first.strand(), first.time())) {
      return true;
    }
    for (Point further : a.furtherCompletions()) {
      if (moment.covers(further.strand(), further.time())) {
        return true;
      }
    }
    return false;
  }

  /** Whether somebody had seen what A did before the moment. */
  private static boolean wasSeen(Effect a, Clock moment) {
    return a.wasSeen(point -> moment.covers(point.strand(), point.time()));
  }

  /**
   * Whether the issuer of A had seen what B did. That B began may be told only later, if it is an
   * operation under a lock: the one exception to the order in which everything is told.
   */
  private static boolean wasSeenBefore(Effect b, Effect a) {
    return b.wasSeen(point -> point.strand() == a.strand && point.time() < a.issued());
  }

  /**
   * An effect that waits for a grant begins late. If A knew then that B had been issued, B was
   * first.
   */
  private Race details(Effect a, Effect b, long address, boolean again) {
    return a.strand != b.strand && a.past().covers(b.strand, b.issued())
        ? race(b, a, address, a.past(), false)
        : race(a, b, address, b.past(), again);
  }

  private Race race(Effect a, Effect b, long address, Past known, boolean again) {
    Point lastKnown = strands.get(a.strand).journal.lastUntil(known.timeOf(a.strand));
    return new Race(
        a,
        b,
        address,
        lastKnown,
        known.covers(a.strand, a.issued()),
        again,
        List.of(
            surroundings(a, s -> s.journal.between(a.past().timeOf(s.id), b.past().timeOf(s.id))),
            surroundings(b, s -> s.journal.between(b.past().timeOf(s.id), Long.MAX_VALUE))));
  }

  private Race.Surroundings surroundings(Effect effect, Function<Known, List<Point>> ofSibling) {
    return new Race.Surroundings(
        effect.issued(),
        strands.get(effect.strand).journal.around(effect.issued()),
        strands.stream()
            .filter(strand -> strand.rank == effect.process && strand.id != effect.strand)
            .flatMap(strand -> ofSibling.apply(strand).stream())
            .toList());
  }

  // ---- forgetting ----

  @Override
  public void renew(int rank, Region region) {
    memory(rank).renew(region);
  }

  @Override
  public void forget(Clock everyone) {
    for (Memory memory : memories) {
      remembered -= memory == null ? 0 : memory.forgetIfCrowded(everyone);
    }
    if (sights + predictable() > sweepAt) {
      forgetSights(everyone);
      if (prediction != null) {
        prediction.forget(everyone);
      }
      sweepAt = Math.max(FEW, 2 * (sights + predictable()));
    }
  }

  private int predictable() {
    return prediction == null ? 0 : prediction.size();
  }

  private void forgetSights(Clock everyone) {
    sights = 0;
    for (Sightings sightings : seenOften) {
      sightings.forget(point -> everyone.covers(point.strand(), point.time()));
      sights += Math.max(0, sightings.size() - Sightings.FEW);
    }
    seenOften.removeIf(sightings -> sightings.size() <= Sightings.FEW);
  }

  @Override
  public int remembered() {
    return remembered;
  }

  /** Races of this run were reported when their effects began. */
  @Override
  public void finish() {
    if (prediction != null) {
      prediction.finish();
      if (prediction.dependsOnLuck()) {
        listener.dependsOnLuck();
      }
    }
  }

  private Memory memory(int rank) {
    Memory memory = rank < memories.size() ? memories.get(rank) : null;
    return memory == null ? newMemory(rank) : memory;
  }

  private Memory newMemory(int rank) {
    while (memories.size() <= rank) {
      memories.add(null);
    }
    Memory memory = new Memory(threads, prediction != null);
    memories.set(rank, memory);
    return memory;
  }
}
