package fencepost.report;

import fencepost.engine.Race;
import fencepost.engine.RaceListener;
import fencepost.model.Effect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Counts races by the pair of source places, and keeps the details of one of each. One thread may
 * ask how many there are while another one tells of them.
 */
public final class RaceCollector implements RaceListener {
  private final Map<Key, Tally> tallies = new LinkedHashMap<>();
  private boolean evidenceMissing;

  private record Place(int site, String name) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int bySite = Integer.compare(site, other.site);
      return bySite != 0 ? bySite : name.compareTo(other.name);
    }
  }

  private record Key(Place first, Place second) {}

  /** A pair of source places: how often it raced, between which ranks, and one instance. */
  static final class Tally {
    Race race;

    /** Whether records are missing that may order the two. */
    final boolean unproven;

    final TreeSet<Integer> ranks = new TreeSet<>();
    long count;

    Tally(Race race, boolean unproven) {
      this.race = race;
      this.unproven = unproven;
    }
  }

  @Override
  public synchronized void race(Effect earlier, Effect later, Supplier<Race> details) {
    Place a = new Place(earlier.site, earlier.name());
    Place b = new Place(later.site, later.name());
    Key key = a.compareTo(b) <= 0 ? new Key(a, b) : new Key(b, a);
    Tally tally = tallies.computeIfAbsent(key, k -> new Tally(details.get(), evidenceMissing));
    if (ranks(earlier, later) < ranks(tally.race.earlier(), tally.race.later())) {
      tally.race = details.get(); // else a report would name those who happened to come first
    }
    tally.count++;
    tally.ranks.add(earlier.process);
    tally.ranks.add(later.process);
  }

  /** The lower rank, then the other one, as one number. */
  private static long ranks(Effect one, Effect other) {
    long low = Math.min(one.process, other.process);
    return low << Integer.SIZE | Math.max(one.process, other.process);
  }

  @Override
  public synchronized void evidenceIsMissing() {
    evidenceMissing = true;
  }

  synchronized List<Tally> tallies() {
    return List.copyOf(tallies.values());
  }

  /** How many pairs of places have raced so far. */
  public synchronized int size() {
    return tallies.size();
  }
}
