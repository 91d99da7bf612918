package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Small numbers for the places that occur, so that sets of them can be bit sets. */
final class PlaceTable {
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final LongArrayList places = new LongArrayList();

  PlaceTable() {
    numbers.defaultReturnValue(-1);
  }

  int number(long place) {
    int number = numbers.get(place);
    if (number < 0) {
      number = places.size();
      places.add(place);
      numbers.put(place, number);
    }
    return number;
  }

  long place(int number) {
    return places.getLong(number);
  }

  int object(int number) {
    return AbstractPlace.object(place(number));
  }
}
