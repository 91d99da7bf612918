package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.CommonKnowledge;
import fencepost.clocks.Signal;
import fencepost.clocks.StrandClock;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Completions;
import fencepost.model.Conflicts;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The race definition, applied while the execution is told.
 *
 * <pre>
 *   effect       {@link Effect}: an interval from its issue to its completion points
 *   a hb b       {@link Clock#covers}: b's clock has seen a's time on a's strand
 *   ordered      {@link #ordered}: some completion point of A is hb the beginning of B
 *   conflict     {@link Conflicts}: same rank, common bytes, and the table says so
 *   race         {@link Meeting}: conflict, and not ordered
 * </pre>
 *
 * Statements arrive in an order that respects happens-before. So when an effect B begins, every
 * completion point that could order an earlier effect A before it has been told, and B cannot be
 * ordered before A: one test per pair decides.
 *
 * <p>An effect is forgotten when one of its completion points is known to every strand and every
 * waiting effect: nothing that can still come will be unordered with it.
 */
public final class Detector implements Execution {
  private final RaceListener listener;
  private final List<Strand> strands = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final Set<Grant> waitingGrants = new LinkedHashSet<>();
  private final Meeting meeting = new Meeting();
  private int remembered;
  private int sweepAt = 1024;
  private CommonKnowledge sweptFor = new CommonKnowledge(0);

  public Detector(RaceListener listener) {
    this.listener = listener;
  }

  // ---- happens-before ----

  @Override
  public Strand strand(int rank) {
    Strand strand = new Strand(strands.size(), rank);
    strands.add(strand);
    return strand;
  }

  @Override
  public void inside(Strand strand, String call, int site) {
    strand.call = call;
    strand.site = site;
  }

  @Override
  public Signal signal(Strand strand) {
    Signal signal = strand.clock.signal();
    strand.journal.add(new Point(strand.id, signal.timeOf(strand.id), strand.call, strand.site));
    return signal;
  }

  @Override
  public void await(Strand strand, Signal signal) {
    strand.clock.learn(signal);
  }

  // ---- effects ----

  @Override
  public void access(
      Strand strand, AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock) {
    Effect last = strand.accesses.find(kind, rank, region, site, lock);
    if (last == null) {
      long now = strand.clock.now();
      Effect effect =
          new Effect(kind, rank, region, strand.id, now, strand.rank, null, site, null, lock);
      begin(effect, strand.clock);
    } else {
      again(last, strand.clock);
    }
  }

  /**
   * The same instruction touches the same bytes again: who races with the last time races with this
   * time.
   */
  private void again(Effect b, StrandClock clock) {
    Memory memory = memory(b.rank);
    boolean forgotten = !b.isRemembered();
    memory.again(b, clock.now());
    if (!memory.hasMetAll(b)) {
      meeting.in(memory, b, clock);
    }
    if (forgotten) {
      oneMore();
    }
  }

  @Override
  public Operation issue(
      Strand strand, Operation.Completion completion, @Nullable Delivery delivery) {
    return new Operation(
        strand.call, strand.site, strand.rank, strand.id, strand.clock.now(), completion, delivery);
  }

  @Override
  public Effect effect(
      Operation operation,
      AccessKind kind,
      int rank,
      Region region,
      @Nullable AtomicType atomic,
      @Nullable LockEpoch lock,
      @Nullable Grant grant,
      @Nullable Completions together) {
    Strand strand = strands.get(operation.strand());
    Effect effect =
        new Effect(
            kind,
            rank,
            region,
            strand.id,
            operation.issued(),
            operation.process(),
            operation,
            operation.site(),
            atomic,
            lock,
            together);
    if (grant == null) {
      begin(effect, strand.clock);
    } else if (grant.signal() != null) {
      begin(effect, both(strand.clock, grant.signal()));
    } else {
      if (grant.waiting().isEmpty()) {
        waitingGrants.add(grant);
      }
      // A signal, not the present: what the strand does next must not pass for known to the waiting
      // effect.
      grant.waiting().add(new Grant.Waiting(effect, strand.clock.signal()));
    }
    return effect;
  }

  @Override
  public void open(Grant grant, Signal signal) {
    grant.open(signal);
    for (Grant.Waiting waiting : grant.waiting()) {
      begin(waiting.effect(), both(waiting.issuer(), signal));
    }
    grant.waiting().clear();
    waitingGrants.remove(grant);
  }

  @Override
  public void complete(Strand strand, Effect effect) {
    if (!strand.clock.covers(effect.strand, effect.issued())) {
      return; // not issued before this point: completes nothing
    }
    if (completed(effect, strand.clock)) {
      return; // already complete for whoever comes after this point
    }
    effect.completeAt(strand.completionPoint(effect));
  }

  @Override
  public Point moment(Strand strand) {
    return new Point(strand.id, strand.clock.tick(), strand.call, strand.site);
  }

  @Override
  public void complete(Point moment, Effect effect) {
    effect.completeAt(moment);
  }

  // ---- the definition ----

  /**
   * Effect B begins at a moment with the given clock: everything it conflicts with must be ordered
   * before it.
   */
  private void begin(Effect b, Clock beginning) {
    Memory memory = memory(b.rank);
    meeting.in(memory, b, beginning);
    Effect twin = b.kind.instruction() ? known(b, beginning) : memory.replaceable(b, beginning);
    if (twin != null) {
      memory.replace(twin, b);
    } else {
      memory.add(b);
      oneMore();
    }
  }

  /**
   * A remembered load or store that differs from B in nothing but time. Whatever is still to come
   * and races with it races with B, at the same two source places.
   */
  private @Nullable Effect known(Effect b, Clock beginning) {
    Effect twin = strands.get(b.strand).accesses.put(b);
    return twin != null && ordered(twin, beginning) ? twin : null;
  }

  /** Effect B begins, and meets those that are remembered. (One at a time: there are millions.) */
  private final class Meeting implements Consumer<Effect> {
    private @Nullable Effect b;
    private @Nullable Clock beginning;

    void in(Memory memory, Effect effect, Clock moment) {
      b = effect;
      beginning = moment;
      memory.forEachMeeting(effect, moment, this);
    }

    @Override
    public void accept(Effect a) {
      if (b != null
          && beginning != null
          && a != b
          && Conflicts.kindsConflict(a, b)
          && !ordered(a, beginning)) {
        meet(a, b, beginning);
      }
    }
  }

  private void meet(Effect a, Effect b, Clock beginning) {
    long address = Conflicts.conflict(a, b);
    if (address != Region.NONE && !wasSeen(a, beginning) && !wasSeenBefore(b, a)) {
      listener.race(a, b, () -> details(a, b, address, beginning));
    }
  }

  /** Whether some completion point of A happened before the moment. */
  static boolean ordered(Effect a, Clock moment) {
    if (a.kind.instruction()) {
      return moment.covers(a.strand, a.issued());
    }
    return completed(a, moment);
  }

  private static boolean completed(Effect a, Clock moment) {
    Point first = a.completion();
    if (first == null) {
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

  private Race details(Effect a, Effect b, long address, Clock beginning) {
    Point lastKnown = strands.get(a.strand).journal.lastUntil(beginning.timeOf(a.strand));
    return new Race(a, b, address, a.completions(), lastKnown);
  }

  private static Clock both(Clock one, Signal other) {
    if (other.isKnownTo(one)) {
      return one;
    }
    return strand -> Math.max(one.timeOf(strand), other.timeOf(strand));
  }

  // ---- forgetting ----

  private void oneMore() {
    if (++remembered > sweepAt) {
      sweep();
    }
  }

  private void sweep() {
    CommonKnowledge everyone = knownToAll();
    if (!everyone.isSameAs(sweptFor)) { // else there is nothing more to forget
      for (Memory memory : memories) {
        remembered -= memory.forget(everyone);
      }
      sweptFor = everyone;
    }
    sweepAt = Math.max(Math.max(1024, 32 * strands.size()), 2 * remembered);
  }

  /** What every strand and every waiting effect knows. */
  private CommonKnowledge knownToAll() {
    CommonKnowledge common = new CommonKnowledge(strands.size());
    for (Strand strand : strands) {
      common.add(strand.clock);
    }
    for (Grant grant : waitingGrants) {
      for (Grant.Waiting waiting : grant.waiting()) {
        common.add(waiting.issuer());
      }
    }
    return common;
  }

  /** How many effects are remembered at present. */
  public int remembered() {
    return remembered;
  }

  private Memory memory(int rank) {
    while (memories.size() <= rank) {
      memories.add(new Memory());
    }
    return memories.get(rank);
  }
}
