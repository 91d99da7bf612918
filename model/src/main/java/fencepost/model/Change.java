package fencepost.model;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an effect did to a value: one of the changes that others may see. */
public final class Change extends Individual implements Sights {
  private @Nullable Sightings sightings;
  private long place;

  /** It was the change with this number, of a value whose sightings these are. */
  public void settle(Sightings of, long numbered) {
    sightings = of;
    place = numbered;
  }

  /** Who has seen the value; null if it is not known yet which change it was. */
  public @Nullable Sightings sightings() {
    return sightings;
  }

  /** Which of the changes it was, once that is known. */
  public long place() {
    return place;
  }

  @Override
  public boolean any(Predicate<Point> point) {
    Sightings seen = sightings;
    return seen != null && seen.any(place, point);
  }
}
