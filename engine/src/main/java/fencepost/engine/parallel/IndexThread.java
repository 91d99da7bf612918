package fencepost.engine.parallel;

import fencepost.engine.RaceIndex;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A race index that works in a thread of its own, some way behind the thread that tells it: while a
 * monitored program waits for its analysis, one of its cores is idle.
 *
 * <p>What it is told is handed over in batches. An analysis that never fills one never starts the
 * thread. Races are reported by the thread of the index, and all of them when {@link #finish} has
 * returned.
 */
public final class IndexThread extends Batches {
  private static final int BATCH = 1024;
  private static final int BATCHES = 16;

  private final RaceIndex index;
  private final int capacity;
  private final BlockingQueue<Batch> full = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES);
  private final Batch end = new Batch(0);
  private @Nullable Thread thread;
  private Batch next;
  private int batches = 1;

  // Written by the thread of the index after each batch.
  private volatile int remembered;
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

  @Override
  Batch room() {
    if (next.isFull()) {
      if (thread == null) {
        thread = new Thread(this::work, "race index");
        thread.setDaemon(true);
        thread.start();
      }
      put(next);
      next = emptyBatch();
      check();
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
  }
}
