package fencepost.engine.parallel;

import fencepost.clocks.Clock;
import fencepost.clocks.CommonKnowledge;
import fencepost.engine.RaceIndex;
import fencepost.engine.Strand;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A number of things that the race index is told, one after the other. Used again and again: there
 * are millions.
 */
final class Batch {
  /** Which of the index's methods is called. */
  private enum Told {
    ADD,
    SYNCHRONISED,
    SEEN,
    BEGIN,
    ACCESS,
    RENEW,
    FORGET
  }

  private final Told[] told;
  private final @Nullable Object[] subject;
  private final @Nullable Object[] moment;
  private final long[] number;

  // Of accesses only.
  private final @Nullable Strand[] strand;
  private final @Nullable AccessKind[] kind;
  private final @Nullable LockEpoch[] lock;
  private final int[] rank;
  private final int[] site;

  private int size;

  /** How often the index was told to forget, up to the end of the batch. */
  int forgets;

  Batch(int capacity) {
    told = new Told[capacity];
    subject = new Object[capacity];
    moment = new Object[capacity];
    number = new long[capacity];
    strand = new Strand[capacity];
    kind = new AccessKind[capacity];
    lock = new LockEpoch[capacity];
    rank = new int[capacity];
    site = new int[capacity];
  }

  boolean isFull() {
    return size == told.length;
  }

  void add(Strand added) {
    put(Told.ADD, added, null, 0);
  }

  void synchronised(Strand who, Point point) {
    put(Told.SYNCHRONISED, who, point, 0);
  }

  void seen(Sightings sightings, Point point, long changes) {
    put(Told.SEEN, sightings, point, changes);
  }

  void begin(Effect effect, Clock beginning) {
    put(Told.BEGIN, effect, beginning, 0);
  }

  void access(
      Strand who,
      Clock clock,
      AccessKind how,
      int owner,
      Region region,
      int place,
      @Nullable LockEpoch held) {
    strand[size] = who;
    kind[size] = how;
    lock[size] = held;
    rank[size] = owner;
    site[size] = place;
    put(Told.ACCESS, region, clock, 0);
  }

  void renew(int owner, Region region) {
    put(Told.RENEW, region, null, owner);
  }

  void forget(CommonKnowledge everyone) {
    put(Told.FORGET, everyone, null, 0);
  }

  private void put(Told what, Object about, @Nullable Object when, long how) {
    told[size] = what;
    subject[size] = about;
    moment[size] = when;
    number[size] = how;
    size++;
  }

  int size() {
    return size;
  }

  void clear() {
    Arrays.fill(subject, 0, size, null);
    Arrays.fill(moment, 0, size, null);
    Arrays.fill(lock, 0, size, null);
    size = 0;
  }

  /** Tells one of the things. */
  void tell(RaceIndex index, int i) {
    switch (told[i]) {
      case ADD -> index.add(get(subject, i, Strand.class));
      case SYNCHRONISED ->
          index.synchronised(get(subject, i, Strand.class), get(moment, i, Point.class));
      case SEEN ->
          index.seen(get(subject, i, Sightings.class), get(moment, i, Point.class), number[i]);
      case BEGIN -> index.begin(get(subject, i, Effect.class), get(moment, i, Clock.class));
      case ACCESS ->
          index.access(
              get(strand, i, Strand.class),
              get(moment, i, Clock.class),
              get(kind, i, AccessKind.class),
              rank[i],
              get(subject, i, Region.class),
              site[i],
              lock[i]);
      case RENEW -> index.renew((int) number[i], get(subject, i, Region.class));
      case FORGET -> index.forget(get(subject, i, CommonKnowledge.class));
    }
  }

  private static <T> T get(@Nullable Object[] from, int i, Class<T> type) {
    return type.cast(from[i]);
  }
}
