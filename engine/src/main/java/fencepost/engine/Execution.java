package fencepost.engine;

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
import org.jspecify.annotations.Nullable;

/**
 * What can be said of an execution: the whole language between a front end and the engine.
 *
 * <p>Statements about one strand come in its program order, and a strand awaits a signal only after
 * the signal was made. That is all the order there must be: the verdict is the same for every order
 * of statements that respects it.
 */
public interface Execution {

  /**
   * A new strand of a rank. It is ordered after nothing until it awaits something. It must be told
   * of before anything that may be unordered with it: at its fork, not when it is first heard of,
   * because the engine forgets what every strand knows.
   */
  Strand strand(int rank);

  /**
   * From here on the strand is inside the given call; synchronisations are reported under its name.
   */
  void inside(Strand strand, String call, int site);

  /** A release: stands for all that the strand did and completed up to here. */
  default Signal signal(Strand strand) {
    return signal(strand, Point.ALONE);
  }

  /** The same at the entry to a collective call, which has a number for all who make it. */
  Signal signal(Strand strand, long together);

  /**
   * A release for those who see the value of an operation that the strand is about to issue. Where
   * the strand has done nothing since the last such release but issue operations in the same place,
   * it is that one: nobody can tell the two apart, unless another strand completes what this one
   * has issued.
   */
  default Signal signalOfIssue(Strand strand) {
    return signal(strand);
  }

  /** An acquire: what the strand does from here on happens after the signal. */
  void await(Strand strand, Signal signal);

  /** The same order, but luck has made it in this run: of some, one was let in first. */
  default Signal byLuck(Signal signal) {
    return signal;
  }

  /** The strand asks for a lock here; null if nobody wants to know. */
  default @Nullable Point asks(Strand strand) {
    return null;
  }

  /**
   * Somebody holds a lock from the moment on at which he asked for it.
   *
   * @param lock equal for sections of the same lock
   * @param name what a report calls it
   */
  default LockSection holds(Point asked, Object lock, boolean exclusive, String name) {
    return new LockSection(asked, lock, exclusive, name);
  }

  /** The strand offers something to whoever takes it; null if nobody wants to know. */
  default @Nullable Point offers(Strand strand) {
    return null;
  }

  /**
   * The strand takes one of several things that look the same to it, and is then ordered after its
   * offer by luck.
   *
   * @param offered where the one was offered that it took in this run
   * @param offer how often that process had offered something before
   * @param number how often this process had taken something before
   * @param alike equal for all choices that could have changed what they took
   */
  default void takes(Strand strand, Point offered, int offer, int number, Object alike) {}

  /**
   * The same order, but of some who could be first this one was, and the strand is told so: what it
   * does next may depend on it. No prediction changes that, but another run may.
   *
   * @param about the cell whose value has told it; null if that was no value
   */
  default Signal told(Strand strand, Signal signal, @Nullable Updated about) {
    return signal;
  }

  /** The last signal of the strand goes with an update of the cell. */
  default void updates(Strand strand, Updated cell) {}

  /** What the strand does next depends on an order of this run that nothing makes certain. */
  default void undecided(Strand strand) {}

  /** The strand lets go of the lock. */
  default void letsGo(Strand strand, LockSection section) {}

  /**
   * A load or store, complete where it stands. The lock is the strand's own lock on that memory, if
   * it holds one.
   */
  void access(
      Strand strand, AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock);

  /**
   * What was in the memory before is gone: it was allocated, or a new strand uses it as its stack.
   * Accesses that are complete have nothing in common with those that come.
   */
  void renew(int rank, Region region);

  /** A call with effects, issued here. */
  default Operation issue(Strand strand, Operation.Completion completion) {
    return issue(strand, completion, null);
  }

  /** The same for a call whose writes arrive at their target in some order. */
  default Operation issue(
      Strand strand, Operation.Completion completion, @Nullable Delivery delivery) {
    return issue(strand, completion, delivery, null);
  }

  /**
   * The same for an update.
   *
   * @param commuting equal for updates that may change places, because nobody is told their results
   */
  Operation issue(
      Strand strand,
      Operation.Completion completion,
      @Nullable Delivery delivery,
      @Nullable Object commuting);

  /**
   * An effect of an operation that was issued on the strand. With a grant, it begins when the grant
   * opens, else at once. It stays open until it is completed. Of one operation, effects that begin
   * at once are told before those under a grant.
   *
   * @param together shared by effects of the strand that only the same calls complete: to complete
   *     the last one issued is to complete all. A loop that repeats such an effect and completes
   *     none is remembered in little.
   */
  Effect effect(
      Operation operation,
      AccessKind kind,
      int rank,
      Region region,
      @Nullable AtomicType atomic,
      @Nullable LockEpoch lock,
      @Nullable Grant grant,
      @Nullable Completions together);

  /** The same for an effect that is completed by itself. */
  default Effect effect(
      Operation operation,
      AccessKind kind,
      int rank,
      Region region,
      @Nullable AtomicType atomic,
      @Nullable LockEpoch lock,
      @Nullable Grant grant) {
    return effect(operation, kind, rank, region, atomic, lock, grant, null);
  }

  /**
   * The strand has reached a completion point of the effect. It counts only if the effect was
   * issued before it; returns whether it was.
   */
  boolean complete(Strand strand, Effect effect);

  /** This moment of the strand, which may turn out to be a completion point. */
  Point moment(Strand strand);

  /** At this moment the strand has seen a value that was there after so many changes. */
  void seen(Strand strand, Sightings sightings, long changes);

  /** It is known now which of the changes that somebody may see a change was. */
  void settle(Change change, Sightings sightings, long place);

  /** An effect that was issued before the moment was complete then. */
  void complete(Point moment, Effect effect);

  /**
   * Opens a grant: its effects begin after the signal. An effect completes only after its grant
   * opened.
   */
  void open(Grant grant, Signal signal);
}
