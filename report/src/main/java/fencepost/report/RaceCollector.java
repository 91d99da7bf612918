package fencepost.report;

import fencepost.engine.Race;
import fencepost.engine.RaceListener;
import fencepost.engine.Witness;
import fencepost.model.Effect;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts races by the pair of source places, and keeps the details of one of each. One thread may
 * ask how many there are while others tell of them.
 *
 * <p>The races on one rank's memory are told in an order, those on the memory of different ranks in
 * any: what is kept does not depend on it, so that an index can be divided by ranks.
 */
public final class RaceCollector implements RaceListener, Serializable {
  private final Map<Key, Tally> tallies = new HashMap<>();
  private final Map<Key, Tally> predictions = new LinkedHashMap<>();
  private final Map<Key, Tally> candidates = new LinkedHashMap<>();
  private boolean evidenceMissing;

  private record Place(int site, String name) implements Comparable<Place>, Serializable {
    @Override
    public int compareTo(Place other) {
      int bySite = Integer.compare(site, other.site);
      return bySite != 0 ? bySite : name.compareTo(other.name);
    }
  }

  private record Key(Place first, Place second) implements Comparable<Key>, Serializable {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::first).thenComparing(Key::second);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /** A pair of source places: how often it raced, between which ranks, and one instance. */
  static final class Tally implements Serializable {
    Race race;

    /** Whether records are missing that may order the two. */
    private boolean unproven;

    /** Another run that has it, if this one has not. */
    final transient @Nullable Witness witness;

    final TreeSet<Integer> ranks = new TreeSet<>();
    long count;

    Tally(Race race, boolean unproven, @Nullable Witness witness) {
      this.race = race;
      this.unproven = unproven;
      this.witness = witness;
    }

    boolean isUnproven() {
      return unproven;
    }

    /**
     * Whether the report should rather show these two: who happens to come first does not count.
     */
    private boolean givesWayTo(Effect earlier, Effect later) {
      long mine = shown();
      long other = ranks(earlier, later);
      return other < mine || (other == mine && earlier.rank < race.earlier().rank);
    }

    /** The ranks of the instance. */
    private long shown() {
      return ranks(race.earlier(), race.later());
    }

    private void add(Effect earlier, Effect later) {
      count++;
      ranks.add(earlier.process);
      ranks.add(later.process);
    }

    private void add(Tally other) {
      if (givesWayTo(other.race.earlier(), other.race.later())) {
        race = other.race;
      }
      unproven &= other.unproven;
      count += other.count;
      ranks.addAll(other.ranks);
    }
  }

  @Override
  public synchronized void race(Effect earlier, Effect later, Supplier<Race> details) {
    Tally tally =
        tallies.computeIfAbsent(
            key(earlier, later), k -> new Tally(details.get(), evidenceMissing, null));
    if (tally.givesWayTo(earlier, later)) {
      tally.race = details.get();
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

  @Override
  public synchronized void candidate(
      Effect earlier, Effect later, Supplier<Race> details, Witness witness) {
    candidates
        .computeIfAbsent(key(earlier, later), k -> new Tally(details.get(), false, witness))
        .add(earlier, later);
  }

  /** What may race in another run; without what does in this one, or certainly in another one. */
  synchronized List<Tally> candidates() {
    List<Tally> open = new ArrayList<>();
    candidates.forEach(
        (key, tally) -> {
          if (!tallies.containsKey(key) && !predictions.containsKey(key)) {
            open.add(tally);
          }
        });
    return open;
  }

  /** Takes over the races on memory that somebody else has looked at. */
  public synchronized void addAll(RaceCollector others) {
    others.tallies.forEach(
        (key, tally) -> {
          Tally known = tallies.putIfAbsent(key, tally);
          if (known != null) {
            known.add(tally);
          }
        });
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

  /** Those between the lowest ranks first, then by their places; then what was only predicted. */
  synchronized List<Tally> tallies() {
    List<Tally> all = new ArrayList<>();
    tallies.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<Key, Tally> entry) -> entry.getValue().shown())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> all.add(entry.getValue()));
    predictions.forEach(
        (key, tally) -> {
          if (!tallies.containsKey(key)) { // of what was seen, no prediction is needed
            all.add(tally);
          }
        });
    return all;
  }

  /** How many pairs of places have raced so far. */
  public synchronized int size() {
    long onlyPredicted =
        predictions.keySet().stream().filter(key -> !tallies.containsKey(key)).count();
    return tallies.size() + (int) onlyPredicted;
  }
}
