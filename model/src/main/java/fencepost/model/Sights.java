package fencepost.model;

import java.io.Serializable;
import java.util.function.Predicate;

/**
 * Where somebody has seen what an effect did. For whoever is ordered after such a point the effect
 * is over, whoever else may still have to wait for it.
 */
public interface Sights extends Serializable {
  /** Whether one of the points is as asked for. */
  boolean any(Predicate<Point> point);
}
