package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.CommonKnowledge;
import fencepost.clocks.Signal;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Change;
import fencepost.model.Completions;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows an execution while it is told: who knows what, and where effects are complete. Each
 * effect that begins is handed to the {@link RaceIndex} with what its beginning knows; there, in
 * {@link MemoryIndex}, is the race definition.
 */
public final class Detector implements Execution {
  private static final int FEW = 1024;
  private static final int FEW_PER_STRAND = 32;

  private final RaceIndex index;
  private final List<Strand> strands = new ArrayList<>();

  /** Those for which somebody waits, each of which knows its place here. */
  private final List<Grant> waitingGrants = new ArrayList<>();

  /** How many calls had effects, and how many effects were told since it last forgot. */
  private long operations;

  private int told;

  /** What other runs may do; null if nobody wants to know. */
  private final @Nullable Prediction prediction;

  public Detector(RaceListener listener) {
    this(new MemoryIndex(listener));
  }

  public Detector(RaceIndex index) {
    this(index, null);
  }

  private Detector(RaceIndex index, @Nullable Prediction prediction) {
    this.index = index;
    this.prediction = prediction;
  }

  /** Also looks for races that only the luck of this run has hidden. */
  public static Detector predicting(RaceListener listener, boolean threads) {
    Prediction prediction = new Prediction();
    return new Detector(new MemoryIndex(listener, threads, prediction), prediction);
  }

  /** Where its races are found. */
  public RaceIndex index() {
    return index;
  }

  // ---- happens-before ----

  @Override
  public Strand strand(int rank) {
    Strand strand = new Strand(strands.size(), rank);
    strands.add(strand);
    index.add(rank);
    if (prediction != null) {
      strand.clock.remembers();
      prediction.add(strand);
    }
    return strand;
  }

  @Override
  public void inside(Strand strand, String call, int site) {
    strand.call = call;
    strand.site = site;
  }

  @Override
  public Signal signal(Strand strand, long together) {
    Signal signal = strand.clock.signal();
    long time = signal.timeOf(strand.id);
    Point point =
        new Point(strand.id, time, strand.call, strand.site, strand.clock.learned(), together);
    index.synchronised(point);
    if (prediction != null) {
      prediction.releases.signals(point);
    }
    return signal;
  }

  @Override
  public Signal signalOfIssue(Strand strand) {
    Signal last = strand.lastSignalOfIssue();
    if (last == null) {
      last = signal(strand);
      strand.signalledIssue(last);
    }
    return last;
  }

  @Override
  public void await(Strand strand, Signal signal) {
    strand.clock.learn(signal);
  }

  @Override
  public Signal byLuck(Signal signal) {
    return prediction == null ? signal : signal.byLuck();
  }

  @Override
  public @Nullable Point asks(Strand strand) {
    if (prediction == null) {
      return null;
    }
    prediction.asks(strand);
    return moment(strand);
  }

  @Override
  public LockSection holds(Point asked, Object lock, boolean exclusive, String name) {
    LockSection section = new LockSection(asked, lock, exclusive, name);
    if (prediction != null) {
      prediction.holds(section);
    }
    return section;
  }

  @Override
  public @Nullable Point offers(Strand strand) {
    return prediction == null ? null : moment(strand);
  }

  @Override
  public void takes(Strand strand, Point offered, int offer, int number, Object alike) {
    if (prediction != null) {
      prediction.takes(moment(strand), offered, offer, number, alike);
    }
  }

  @Override
  public Signal told(Strand strand, Signal signal, @Nullable Updated about) {
    if (prediction == null || signal.isKnownTo(strand.clock.certain())) {
      return signal;
    }
    return prediction.isTold(moment(strand), signal, about) ? signal.byLuck() : signal;
  }

  @Override
  public void updates(Strand strand, Updated cell) {
    if (prediction != null) {
      prediction.releases.updates(strand.id, cell);
    }
  }

  @Override
  public void undecided(Strand strand) {
    if (prediction != null) {
      prediction.undecided(moment(strand));
    }
  }

  @Override
  public void letsGo(Strand strand, LockSection section) {
    if (prediction != null) {
      prediction.letsGo(section, moment(strand));
    }
  }

  @Override
  public Point moment(Strand strand) {
    return new Point(
        strand.id, strand.clock.tick(), strand.call, strand.site, strand.clock.learned());
  }

  @Override
  public void seen(Strand strand, Sightings sightings, long changes) {
    forget();
    index.seen(sightings, moment(strand), changes);
  }

  @Override
  public void settle(Change change, Sightings sightings, long place) {
    change.settle(sightings, place);
    index.known(change);
  }

  // ---- effects ----

  @Override
  public void access(
      Strand strand, AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock) {
    forget();
    strand.accesses();
    index.access(strand.id, strand.clock.present(), kind, rank, region, site, lock);
  }

  @Override
  public void renew(int rank, Region region) {
    index.renew(rank, region);
  }

  @Override
  public Operation issue(
      Strand strand,
      Operation.Completion completion,
      @Nullable Delivery delivery,
      @Nullable Object commuting) {
    return new Operation(
        strand.call,
        strand.site,
        strand.rank,
        strand.id,
        strand.clock.now(),
        completion,
        delivery,
        commuting,
        ++operations);
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
    if (kind.instruction()) {
      strand.accesses();
    }
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
      begin(effect, strand.clock.present());
    } else if (grant.signal() != null) {
      begin(effect, both(strand.clock.present(), grant.signal()));
    } else {
      if (grant.waiting().isEmpty()) {
        grant.place = waitingGrants.size();
        waitingGrants.add(grant);
      }
      // A signal, not the present: what the strand does next must not pass for known to the waiting
      // effect.
      grant.add(new Grant.Waiting(effect, strand.clock.signal()));
    }
    return effect;
  }

  @Override
  public void open(Grant grant, Signal signal) {
    // Until they have begun, what they know is not known to all.
    for (Grant.Waiting waiting : grant.waiting()) {
      begin(waiting.effect(), both(waiting.issuer(), signal));
    }
    if (!grant.waiting().isEmpty()) {
      removeWaiting(grant);
    }
    grant.open(signal);
  }

  /** The last one takes its place. */
  private void removeWaiting(Grant grant) {
    Grant last = waitingGrants.remove(waitingGrants.size() - 1);
    if (last != grant) {
      last.place = grant.place;
      waitingGrants.set(last.place, last);
    }
  }

  private void begin(Effect effect, Clock beginning) {
    forget();
    index.begin(effect, beginning);
  }

  private static Clock both(Signal one, Signal other) {
    if (other.isKnownTo(one)) {
      return one;
    }
    if (one.certain() != one || other.certain() != other) {
      return Signal.join(List.of(one, other));
    }
    return new Both(one, other);
  }

  /** What one of the two knows. */
  private record Both(Signal one, Signal other) implements Clock {
    @Override
    public long timeOf(int strand) {
      return Math.max(one.timeOf(strand), other.timeOf(strand));
    }

    @Override
    public boolean isSurelyKnownTo(Clock clock) {
      return one.isSurelyKnownTo(clock) && other.isSurelyKnownTo(clock);
    }
  }

  @Override
  public boolean complete(Strand strand, Effect effect) {
    if (!strand.clock.covers(effect.strand, effect.issued())) {
      return false; // not issued before this point: completes nothing
    }
    if (!MemoryIndex.completed(
        effect, strand.clock.certain())) { // else for all who come after this point
      complete(strand.completionPoint(), effect);
    }
    return true;
  }

  @Override
  public void complete(Point moment, Effect effect) {
    index.known(effect.completeAt(moment));
  }

  // ---- forgetting ----

  /**
   * Now and then the index may forget: after some effects for each strand, so that looking at all
   * strands costs each effect little. When that is does not depend on what the index remembers, so
   * that its parts decide the same wherever they are.
   */
  private void forget() {
    if (++told > Math.max(FEW, FEW_PER_STRAND * strands.size())) {
      told = 0;
      index.forget(knownToAll());
    }
  }

  /** What every strand and every waiting effect knows. */
  private CommonKnowledge knownToAll() {
    CommonKnowledge common = new CommonKnowledge();
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
    return index.remembered();
  }
}
