package fencepost.engine.parallel;

import fencepost.clocks.Clock;
import fencepost.engine.RaceIndex;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Individual;
import fencepost.model.LockEpoch;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import org.jspecify.annotations.Nullable;

/** A race index that is told in batches. */
abstract class Batches implements RaceIndex {

  /** Where there is room for one more thing to tell. */
  abstract Batch room();

  @Override
  public void add(int rank) {
    room().add(rank);
  }

  @Override
  public void synchronised(Point point) {
    room().synchronised(point);
  }

  @Override
  public void seen(Sightings sightings, Point point, long changes) {
    room().seen(sightings, point, changes);
  }

  @Override
  public void known(Individual shared) {} // seen by an index that shares the memory

  @Override
  public void evidenceIsMissing() {
    room().evidenceIsMissing();
  }

  @Override
  public void begin(Effect effect, Clock beginning) {
    room().begin(effect, beginning);
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
    room().access(strand, moment, kind, rank, region, site, lock);
  }

  @Override
  public void renew(int rank, Region region) {
    room().renew(rank, region);
  }

  @Override
  public void forget(Clock everyone) {
    room().forget(everyone);
  }
}
