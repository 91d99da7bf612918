package fencepost.model;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One access to bytes of one rank's memory, with an interval in the happens-before order: it begins
 * at its issue and ends at its completion points, any of which will do.
 */
public final class Effect implements Serializable {
  /** The slot of an effect that is not in the race index. */
  public static final int FORGOTTEN = -1;

  public final AccessKind kind;

  /** The rank whose memory is touched. */
  public final int rank;

  public final Region region;

  /** The strand that issued the effect. */
  public final int strand;

  private long issued;

  /** The rank of the process that issued the effect. */
  public final int process;

  /** The call that the effect belongs to; null for a load or store. */
  public final @Nullable Operation operation;

  /** The source place of the access. */
  public final int site;

  public final @Nullable AtomicType atomic;
  public final @Nullable LockEpoch lock;

  private @Nullable Past past;
  private @Nullable Completions completions;
  private @Nullable Sights sights;

  /** Where the race index keeps the effect. */
  public int slot = FORGOTTEN;

  /** The version of the race index that the effect has met; kept by the index. */
  public int met;

  public Effect(
      AccessKind kind,
      int rank,
      Region region,
      int strand,
      long issued,
      int process,
      @Nullable Operation operation,
      int site,
      @Nullable AtomicType atomic,
      @Nullable LockEpoch lock,
      @Nullable Completions completions) {
    this.kind = kind;
    this.rank = rank;
    this.region = region;
    this.strand = strand;
    this.issued = issued;
    this.process = process;
    this.operation = operation;
    this.site = site;
    this.atomic = atomic;
    this.lock = lock;
    // An operation has them from the beginning: whoever remembers it elsewhere knows them by name.
    this.completions = completions == null && operation != null ? new Completions() : completions;
  }

  /** An effect that is completed by itself. */
  public Effect(
      AccessKind kind,
      int rank,
      Region region,
      int strand,
      long issued,
      int process,
      @Nullable Operation operation,
      int site,
      @Nullable AtomicType atomic,
      @Nullable LockEpoch lock) {
    this(kind, rank, region, strand, issued, process, operation, site, atomic, lock, null);
  }

  /** Whether the race index keeps the effect. */
  public boolean isRemembered() {
    return slot != FORGOTTEN;
  }

  /** The time of the strand at which the effect was issued. */
  public long issued() {
    return issued;
  }

  /** A load or store that happens again, later. */
  public void again(long time) {
    issued = time;
  }

  /** It begins, also once more, when all of the past is over. */
  public void beginAfter(Past before) {
    past = before;
  }

  /** What happened before it began; nothing if it has not begun. */
  public Past past() {
    Past known = past;
    return known == null ? strand -> 0 : known;
  }

  /**
   * Whether the two differ in nothing but time: same source place, strand, bytes and kind of
   * access.
   */
  public boolean isTwinOf(Effect other) {
    return site == other.site
        && strand == other.strand
        && kind == other.kind
        && rank == other.rank
        && region.equals(other.region)
        && Objects.equals(atomic, other.atomic)
        && LockEpoch.areTwins(lock, other.lock);
  }

  /** The same for twins. */
  public int twinHash() {
    return 31 * site + strand;
  }

  /** Whether nothing completes one of the two but what completes both. */
  public boolean completesWith(Effect other) {
    Completions own = completions;
    return own != null && own == other.completions;
  }

  /**
   * The first completion point that became known, or null. A load or store has none to wait for: it
   * is complete where it is issued.
   */
  public @Nullable Point completion() {
    Completions known = completions;
    return known == null ? null : known.first();
  }

  /** The completion points that became known after the first one. */
  public List<Point> furtherCompletions() {
    Completions known = completions;
    return known == null ? List.of() : known.further();
  }

  /** All completion points known so far. */
  public List<Point> completions() {
    Completions known = completions;
    return known == null ? List.of() : known.all();
  }

  /** Returns what has changed: the completion points, also those of others that share them. */
  public Completions completeAt(Point point) {
    if (completions == null) {
      completions = new Completions();
    }
    completions.add(point);
    return completions;
  }

  /** Whether the two are updates that may change places, and nobody can tell. */
  boolean commutesWith(Effect other) {
    return kind == AccessKind.ATOMIC_UPDATE
        && other.kind == AccessKind.ATOMIC_UPDATE
        && Objects.equals(atomic, other.atomic)
        && operation != null
        && other.operation != null
        && operation.commuting() != null
        && operation.commuting().equals(other.operation.commuting());
  }

  /** Where others see what it does. */
  public void seenBy(Sights others) {
    sights = others;
  }

  /** Whether somebody has seen what it did at a point that is as asked for. */
  public boolean wasSeen(Predicate<Point> point) {
    Sights seen = sights;
    return seen != null && seen.any(point);
  }

  /** What a report calls the access: the name of the call, or load or store. */
  public String name() {
    if (operation != null) {
      return operation.call();
    }
    String atomic = kind.atomicInstruction() ? "atomic " : "";
    return atomic + (kind.writes() ? "store" : "load");
  }
}
