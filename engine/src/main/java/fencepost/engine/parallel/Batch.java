package fencepost.engine.parallel;

import fencepost.clocks.Clock;
import fencepost.engine.RaceIndex;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Individual;
import fencepost.model.LockEpoch;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
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
    KNOWN,
    EVIDENCE_MISSING,
    FORGET
  }

  private final Told[] told;
  private final @Nullable Object[] subject;
  private final @Nullable Object[] moment;
  private final long[] number;

  // Of accesses only.
  private final int[] strand;
  private final @Nullable AccessKind[] kind;
  private final @Nullable LockEpoch[] lock;
  private final int[] rank;
  private final int[] site;

  private int size;

  Batch(int capacity) {
    told = new Told[capacity];
    subject = new Object[capacity];
    moment = new Object[capacity];
    number = new long[capacity];
    strand = new int[capacity];
    kind = new AccessKind[capacity];
    lock = new LockEpoch[capacity];
    rank = new int[capacity];
    site = new int[capacity];
  }

  boolean isFull() {
    return size == told.length;
  }

  void add(int ofRank) {
    put(Told.ADD, null, null, ofRank);
  }

  void synchronised(Point point) {
    put(Told.SYNCHRONISED, point, null, 0);
  }

  void known(Individual shared) {
    put(Told.KNOWN, shared, null, 0);
  }

  void evidenceIsMissing() {
    put(Told.EVIDENCE_MISSING, null, null, 0);
  }

  void seen(Sightings sightings, Point point, long changes) {
    put(Told.SEEN, sightings, point, changes);
  }

  void begin(Effect effect, Clock beginning) {
    put(Told.BEGIN, effect, beginning, 0);
  }

  void access(
      int who,
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

  void forget(Clock everyone) {
    put(Told.FORGET, everyone, null, 0);
  }

  private void put(Told what, @Nullable Object about, @Nullable Object when, long how) {
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
      case ADD -> index.add((int) number[i]);
      case SYNCHRONISED -> index.synchronised(get(subject, i, Point.class));
      case SEEN ->
          index.seen(get(subject, i, Sightings.class), get(moment, i, Point.class), number[i]);
      case BEGIN -> index.begin(get(subject, i, Effect.class), get(moment, i, Clock.class));
      case ACCESS ->
          index.access(
              strand[i],
              get(moment, i, Clock.class),
              get(kind, i, AccessKind.class),
              rank[i],
              get(subject, i, Region.class),
              site[i],
              lock[i]);
      case RENEW -> index.renew((int) number[i], get(subject, i, Region.class));
      case KNOWN -> index.known(get(subject, i, Individual.class));
      case EVIDENCE_MISSING -> index.evidenceIsMissing();
      case FORGET -> index.forget(get(subject, i, Clock.class));
    }
  }

  /** Writes all of it. What several of the things share is written once. */
  void write(ObjectOutputStream out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      Told what = told[i];
      out.writeObject(what);
      out.writeObject(subject[i]);
      out.writeObject(moment[i]);
      out.writeLong(number[i]);
      if (what == Told.ACCESS) {
        out.writeInt(strand[i]);
        out.writeObject(kind[i]);
        out.writeObject(lock[i]);
        out.writeInt(rank[i]);
        out.writeInt(site[i]);
      }
    }
  }

  /** Reads what was written. */
  static Batch read(ObjectInputStream in) throws IOException, ClassNotFoundException {
    Batch batch = new Batch(in.readInt());
    for (int i = 0; !batch.isFull(); i++) {
      Told what = (Told) in.readObject();
      batch.put(what, in.readObject(), in.readObject(), in.readLong());
      if (what == Told.ACCESS) {
        batch.strand[i] = in.readInt();
        batch.kind[i] = (AccessKind) in.readObject();
        batch.lock[i] = (LockEpoch) in.readObject();
        batch.rank[i] = in.readInt();
        batch.site[i] = in.readInt();
      }
    }
    return batch;
  }

  private static <T> T get(@Nullable Object[] from, int i, Class<T> type) {
    return type.cast(from[i]);
  }
}
