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
 * Fills the memory of an execution: whenever a strand does something, it also loads from many
 * places that nobody else cares for. So the engine has to forget often, at all kinds of moments.
 */
final class UnderPressure implements Execution {
  private static final long FAR_AWAY = 1L << 40;
  private static final int BURST = 100;
  private static final int NOWHERE = -2;

  private final Execution execution;
  private long loads;

  UnderPressure(Execution execution) {
    this.execution = execution;
  }

  private void press(Strand strand) {
    for (int i = 0; i < BURST; i++) {
      Region place = Region.of(FAR_AWAY + 8 * loads++, 8);
      execution.access(strand, AccessKind.LOAD, strand.rank, place, NOWHERE, null);
    }
  }

  @Override
  public Strand strand(int rank) {
    return execution.strand(rank);
  }

  @Override
  public void inside(Strand strand, String call, int site) {
    press(strand);
    execution.inside(strand, call, site);
  }

  @Override
  public Signal signal(Strand strand, long together) {
    press(strand);
    return execution.signal(strand, together);
  }

  @Override
  public void await(Strand strand, Signal signal) {
    press(strand);
    execution.await(strand, signal);
  }

  @Override
  public void access(
      Strand strand, AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock) {
    press(strand);
    execution.access(strand, kind, rank, region, site, lock);
  }

  @Override
  public Operation issue(
      Strand strand,
      Operation.Completion completion,
      @Nullable Delivery delivery,
      @Nullable Object commuting) {
    return execution.issue(strand, completion, delivery, commuting);
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
    return execution.effect(operation, kind, rank, region, atomic, lock, grant, together);
  }

  @Override
  public boolean complete(Strand strand, Effect effect) {
    return execution.complete(strand, effect);
  }

  @Override
  public void renew(int rank, Region region) {
    execution.renew(rank, region);
  }

  @Override
  public Point moment(Strand strand) {
    return execution.moment(strand);
  }

  @Override
  public void seen(Strand strand, Sightings sightings, long changes) {
    execution.seen(strand, sightings, changes);
  }

  @Override
  public void settle(Change change, Sightings sightings, long place) {
    execution.settle(change, sightings, place);
  }

  @Override
  public void complete(Point moment, Effect effect) {
    execution.complete(moment, effect);
  }

  @Override
  public void open(Grant grant, Signal signal) {
    execution.open(grant, signal);
  }
}
