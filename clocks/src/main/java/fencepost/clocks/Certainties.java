package fencepost.clocks;

import java.util.ArrayList;
import java.util.List;

/** What a strand knew for certain, each time that it learned something. */
final class Certainties {
  private record Entry(long since, Times certain) {}

  private List<Entry> entries = new ArrayList<>();

  void add(long since, Times certain) {
    entries.add(new Entry(since, certain));
  }

  Times at(long time) {
    int last = lastUntil(time);
    return last < 0 ? Times.NONE : entries.get(last).certain;
  }

  /** What was known at that time and later is kept. */
  void forgetUntil(long time) {
    int last = lastUntil(time);
    if (2 * last > entries.size()) {
      entries = new ArrayList<>(entries.subList(last, entries.size()));
    }
  }

  private int lastUntil(long time) {
    int from = 0;
    int to = entries.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (entries.get(middle).since <= time) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from - 1;
  }
}
