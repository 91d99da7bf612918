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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A race index that works in a thread of its own, some way behind the thread that tells it: while a
 * monitored program waits for its analysis, a processor of its is free.
 *
 * <p>What it is told is handed over in batches. An analysis that never fills one never starts the
 * thread. Races are reported by the thread of the index, and all of them when {@link #finish} has
 * returned.
 */
public final class IndexThread implements RaceIndex {
  private static final int BATCH = 1024;
  private static final int BATCHES = 16;
  private static final int NOT_CROWDED = -1;

  private final RaceIndex index;
  private final int capacity;
  private final BlockingQueue<Batch> full = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES);
  private final Batch end = new Batch(0);
  private @Nullable Thread thread;
  private Batch next;
  private int batches = 1;

  /** How often the index was told to forget, and whether it should be once more. */
  private int forgets;

  private boolean crowded;

  // Written by the thread of the index after each batch.
  private volatile int remembered;
  private volatile int crowdedAfter = NOT_CROWDED;
  private volatile @Nullable Throwable failure;

  /** Written by any thread. */
  private volatile boolean abandoned;

  public IndexThread(RaceIndex index) {
    this(index, BATCH);
  }

  /** The same with batches of another size. */
  public IndexThread(RaceIndex index, int batch) {
    this.index = index;
    this.capacity = batch;
    this.next = new Batch(batch);
  }

  @Override
  public void add(Strand strand) {
    room().add(strand);
  }

  @Override
  public void synchronised(Strand strand, Point point) {
    room().synchronised(strand, point);
  }

  @Override
  public void seen(Sightings sightings, Point point, long changes) {
    room().seen(sightings, point, changes);
  }

  @Override
  public void begin(Effect effect, Clock beginning) {
    room().begin(effect, beginning);
  }

  @Override
  public void access(
      Strand strand,
      Clock moment,
      AccessKind kind,
      int rank,
      Region region,
      int site,
      @Nullable LockEpoch lock) {
    room().access(strand, moment, kind, rank, region, site, lock);
  }

  @Override
  public void renew(int rank, Region region) {
    room().renew(rank, region);
  }

  @Override
  public boolean isCrowded() {
    return crowded;
  }

  @Override
  public void forget(CommonKnowledge everyone) {
    room().forget(everyone);
    forgets++;
    crowded = false;
  }

  @Override
  public int remembered() {
    return remembered;
  }

  @Override
  public void abandon() {
    abandoned = true;
  }

  @Override
  public void finish() {
    if (thread == null) {
      tell(next);
    } else {
      put(next);
      put(end);
      join(thread);
      thread = null;
      next = new Batch(capacity);
      batches = 1;
      empty.clear();
    }
    check();
  }

  // ---- the thread that tells ----

  private Batch room() {
    if (next.isFull()) {
      if (thread == null) {
        thread = new Thread(this::work, "race index");
        thread.setDaemon(true);
        thread.start();
      }
      put(next);
      next = emptyBatch();
      check();
      // Crowded even after all that it was told to forget.
      crowded = crowdedAfter == forgets;
    }
    return next;
  }

  private Batch emptyBatch() {
    if (batches < BATCHES) {
      batches++;
      return new Batch(capacity);
    }
    return take(empty);
  }

  private void put(Batch batch) {
    batch.forgets = forgets;
    try {
      full.put(batch);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void check() {
    Throwable thrown = failure;
    if (thrown instanceof Error error) {
      throw error;
    } else if (thrown != null) {
      throw new IllegalStateException(thrown.toString(), thrown);
    }
  }

  private static void join(Thread other) {
    try {
      other.join();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static Batch take(BlockingQueue<Batch> queue) {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted", e);
  }

  // ---- the thread of the index ----

  private void work() {
    for (Batch batch = take(full); batch != end; batch = take(full)) {
      tell(batch);
      empty.add(batch);
    }
  }

  /** What comes behind a failure is not heard, but taken: nobody must wait for it. */
  private void tell(Batch batch) {
    try {
      int heard = failure == null ? batch.size() : 0;
      for (int i = 0; i < heard && !abandoned; i++) {
        batch.tell(index, i);
      }
    } catch (Throwable thrown) {
      failure = thrown;
    }
    batch.clear();
    remembered = index.remembered();
    crowdedAfter = index.isCrowded() ? batch.forgets : NOT_CROWDED;
  }
}
