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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A race index in parts, each of which has the memory of some ranks. What touches memory is told to
 * the part that has it, all else to every part.
 */
public final class DividedIndex implements RaceIndex {
  private final List<? extends RaceIndex> parts;

  public DividedIndex(List<? extends RaceIndex> parts) {
    this.parts = List.copyOf(parts);
  }

  private RaceIndex of(int rank) {
    return parts.get(rank % parts.size());
  }

  @Override
  public void add(int rank) {
    parts.forEach(part -> part.add(rank));
  }

  @Override
  public void synchronised(Point point) {
    parts.forEach(part -> part.synchronised(point));
  }

  @Override
  public void seen(Sightings sightings, Point point, long changes) {
    parts.forEach(part -> part.seen(sightings, point, changes));
  }

  @Override
  public void known(Individual shared) {
    parts.forEach(part -> part.known(shared));
  }

  @Override
  public void evidenceIsMissing() {
    parts.forEach(RaceIndex::evidenceIsMissing);
  }

  @Override
  public void begin(Effect effect, Clock beginning) {
    of(effect.rank).begin(effect, beginning);
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
    of(rank).access(strand, moment, kind, rank, region, site, lock);
  }

  @Override
  public void renew(int rank, Region region) {
    of(rank).renew(rank, region);
  }

  @Override
  public void forget(Clock everyone) {
    parts.forEach(part -> part.forget(everyone));
  }

  @Override
  public int remembered() {
    return parts.stream().mapToInt(RaceIndex::remembered).sum();
  }

  @Override
  public void finish() {
    parts.forEach(RaceIndex::finish);
  }

  @Override
  public void abandon() {
    parts.forEach(RaceIndex::abandon);
  }
}
