package fencepost.report;

import fencepost.engine.Race;
import fencepost.engine.RaceListener;
import fencepost.engine.Witness;
import fencepost.model.Effect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts races by the pair of source places, and keeps the details of one of each. One thread may
 * ask how many there are while another one tells of them.
 */
public final class RaceCollector implements RaceListener {
  private final Map<Key, Tally> tallies = new LinkedHashMap<>();
  private final Map<Key, Tally> predictions = new LinkedHashMap<>();
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

    /** Another run that has it, if this one has not. */
    final @Nullable Witness witness;

    final TreeSet<Integer> ranks = new TreeSet<>();
    long count;

    Tally(Race race, boolean unproven, @Nullable Witness witness) {
      this.race = race;
      this.unproven = unproven;
      this.witness = witness;
    }

    private void add(Effect earlier, Effect later) {
      count++;
      ranks.add(earlier.process);
      ranks.add(later.process);
    }
  }

  @Override
  public synchronized void race(Effect earlier, Effect later, Supplier<Race> details) {
    Tally tally =
        tallies.computeIfAbsent(
            key(earlier, later), k -> new Tally(details.get(), evidenceMissing, null));
    if (ranks(earlier, later) < ranks(tally.race.earlier(), tally.race.later())) {
      tally.race = details.get(); // else a report would name those who happened to come first
    }
    tally.add(earlier, later);
  }

  @Override
  public synchronized void predicted(
      Effect earlier, Effect later, Supplier<Race> details, Witness witness) {
    predictions
        .computeIfAbsent(key(earlier, later), k -> new Tally(details.get(), false, witness))
        .add(earlier, later);
  }

  private static Key key(Effect earlier, Effect later) {
    Place a = new Place(earlier.site, earlier.name());
    Place b = new Place(later.site, later.name());
    return a.compareTo(b) <= 0 ? new Key(a, b) : new Key(b, a);
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
    Map<Key, Tally> all = new LinkedHashMap<>(tallies);
    predictions.forEach(all::putIfAbsent); // of what was seen, no prediction is needed
    return List.copyOf(all.values());
  }

  /** How many pairs of places have raced so far. */
  public synchronized int size() {
    return tallies().size();
  }
}
