package fencepost.program.pointsto;

import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * A set of places that never changes. Of an object of which any place is in the set, no others are
 * kept: whoever reads or writes at any place of an object does so at all of them.
 */
@SuppressWarnings("ReferenceEquality") // a result that equals an operand is that operand
final class PlaceSet {
  private final PlaceTable table;
  private final Bits whole; // objects of which it is any place
  private final Bits exact; // numbers of places in other objects

  private PlaceSet(PlaceTable table, Bits whole, Bits exact) {
    this.table = table;
    this.whole = whole;
    this.exact = exact;
  }

  static PlaceSet empty(PlaceTable table) {
    return new PlaceSet(table, Bits.NONE, Bits.NONE);
  }

  PlaceSet of(long place) {
    return AbstractPlace.offset(place) == AbstractPlace.ANY
        ? new PlaceSet(table, Bits.of(AbstractPlace.object(place)), Bits.NONE)
        : new PlaceSet(table, Bits.NONE, Bits.of(table.number(place)));
  }

  boolean isEmpty() {
    return whole.isEmpty() && exact.isEmpty();
  }

  /** How much there is to look at. */
  int words() {
    return whole.words() + exact.words();
  }

  boolean contains(long place) {
    return whole.contains(AbstractPlace.object(place))
        || (AbstractPlace.offset(place) != AbstractPlace.ANY
            && exact.contains(table.number(place)));
  }

  boolean containsAll(PlaceSet other) {
    return whole.containsAll(other.whole)
        && (exact.containsAll(other.exact) || exact.containsAll(without(other.exact, whole)));
  }

  /** Both sets; one of them itself if the other has nothing that it lacks. */
  PlaceSet union(PlaceSet other) {
    if (this == other || other.isEmpty()) {
      return this;
    }
    Bits allWhole = whole.union(other.whole);
    Bits mine = allWhole == whole ? exact : without(exact, other.whole);
    Bits theirs = allWhole == other.whole ? other.exact : without(other.exact, whole);
    return with(allWhole, mine.union(theirs), other);
  }

  private PlaceSet with(Bits newWhole, Bits newExact, PlaceSet other) {
    if (newWhole == whole && newExact == exact) {
      return this;
    } else if (newWhole == other.whole && newExact == other.exact) {
      return other;
    }
    return new PlaceSet(table, newWhole, newExact);
  }

  /** The places that are in none of the objects. */
  private Bits without(Bits places, Bits objects) {
    if (objects.isEmpty() || places.isEmpty()) {
      return places;
    }
    return table.without(places, objects);
  }

  PlaceSet intersection(PlaceSet other) {
    return with(whole.intersection(other.whole), exact.intersection(other.exact), other);
  }

  PlaceSet minus(PlaceSet other) {
    return other.isEmpty()
        ? this
        : new PlaceSet(table, whole.minus(other.whole), exact.minus(other.exact));
  }

  /** The same places so many bytes further. */
  PlaceSet shifted(long shift) {
    boolean apart = shift == Shift.APART;
    if (shift == 0 || (exact.isEmpty() && !apart)) {
      return this;
    }
    Gatherer objects = new Gatherer();
    Gatherer places = new Gatherer();
    exact.forEach(
        number -> {
          long place = AbstractPlace.shifted(table.place(number), shift);
          if (AbstractPlace.offset(place) == AbstractPlace.ANY) {
            objects.add(AbstractPlace.object(place));
          } else {
            places.add(table.number(place));
          }
        });
    if (apart) {
      whole.forEach(
          object -> places.add(table.number(AbstractPlace.of(object, AbstractPlace.DIFFERENCE))));
    }
    Bits allWhole = apart ? Bits.NONE : whole.union(objects.bits());
    return new PlaceSet(table, allWhole, without(places.bits(), allWhole));
  }

  /** The places that are addresses. */
  PlaceSet addresses() {
    Gatherer differences = new Gatherer();
    exact.forEach(
        number -> {
          if (AbstractPlace.offset(table.place(number)) == AbstractPlace.DIFFERENCE) {
            differences.add(number);
          }
        });
    return differences.isEmpty()
        ? this
        : new PlaceSet(table, whole, exact.minus(differences.bits()));
  }

  /** The objects. */
  Bits objects() {
    Gatherer objects = new Gatherer();
    exact.forEach(number -> objects.add(table.object(number)));
    return whole.union(objects.bits());
  }

  /** Whether one of the places is in one of the objects. */
  boolean meets(Bits objects) {
    return whole.intersects(objects) || without(exact, objects) != exact;
  }

  /** Whether it holds for one of the places. */
  boolean any(LongPredicate condition) {
    boolean[] found = {false};
    forEach(place -> found[0] = found[0] || condition.test(place));
    return found[0];
  }

  void forEach(LongConsumer action) {
    whole.forEach(object -> action.accept(AbstractPlace.of(object, AbstractPlace.ANY)));
    exact.forEach(number -> action.accept(table.place(number)));
  }
}
