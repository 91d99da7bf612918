package fencepost.engine.parallel;

import fencepost.model.Change;
import fencepost.model.Completions;
import fencepost.model.Individual;
import fencepost.model.Point;
import fencepost.model.Sightings;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a letter says of something that has an identity: its number, and all that is known of it.
 */
sealed interface Named<T extends Individual> extends Serializable {
  long number();

  T create();

  /** Whoever has heard of it before learns what is new. */
  void tell(T known);

  record OfCompletions(long number, List<Point> points) implements Named<Completions> {
    @Override
    public Completions create() {
      return new Completions();
    }

    @Override
    public void tell(Completions known) {
      points.forEach(known::add);
    }
  }

  /** Who has seen what is told to each part of an index by itself. */
  record OfSightings(long number) implements Named<Sightings> {
    @Override
    public Sightings create() {
      return new Sightings();
    }

    @Override
    public void tell(Sightings known) {}
  }

  record OfChange(long number, @Nullable Sightings sightings, long place) implements Named<Change> {
    @Override
    public Change create() {
      return new Change();
    }

    @Override
    public void tell(Change known) {
      if (sightings != null) {
        known.settle(sightings, place);
      }
    }
  }
}
