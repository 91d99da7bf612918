package fencepost.program.pointsto;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** Small numbers for the places that occur, so that sets of them can be bit sets. */
final class PlaceTable {
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final LongArrayList places = new LongArrayList();
  private int[] objects = new int[64]; // of the places
  private long[] marks = new long[1]; // a bit for each object

  PlaceTable() {
    numbers.defaultReturnValue(-1);
  }

  int number(long place) {
    int number = numbers.get(place);
    if (number < 0) {
      number = places.size();
      places.add(place);
      int object = AbstractPlace.object(place);
      objects = IntArrays.grow(objects, number + 1);
      objects[number] = object;
      marks = LongArrays.grow(marks, (object >> 6) + 1);
      numbers.put(place, number);
    }
    return number;
  }

  long place(int number) {
    return places.getLong(number);
  }

  int object(int number) {
    return objects[number];
  }

  /** The places that are in none of the objects. */
  Bits without(Bits numbers, Bits whole) {
    marks = LongArrays.grow(marks, whole.room());
    return numbers.withoutThoseOf(whole, objects, marks);
  }
}
