package fencepost.frontend.atomic;

import fencepost.clocks.Signal;
import fencepost.clocks.StrandClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Processes that contend for a lock. An operation is issued, takes effect and is known to be
 * complete at three random times, one after the other; only the first and the last are told to the
 * cells, and the values.
 */
final class LockRun {
  private static final int WIDTH = 32;
  private static final int STALLS = 20; // one step in so many takes so many times as long

  private final Random random;
  private final int longest;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<String, Word> words = new HashMap<>();
  private final List<StrandClock> clocks = new ArrayList<>();
  private final List<Release> releases = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private long now;

  /** Something that happens at a time. */
  private record Event(long time, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return Long.compare(time, other.time);
    }
  }

  /** A moment of a process. */
  private record Release(int process, long time) {}

  /** A word of memory, and what is known of it. */
  private static final class Word {
    private final Cell cell = new Cell();
    private long value;
  }

  /**
   * A run without operations.
   *
   * @param longest how long an operation may take at most
   */
  LockRun(int processes, int longest, Random random) {
    this.random = random;
    this.longest = longest;
    for (int i = 0; i < processes; i++) {
      clocks.add(new StrandClock(i));
    }
  }

  void initially(String name, long value) {
    word(name).value = value;
  }

  /** The process swaps the value for another and goes on with what was there. */
  void swap(int process, String name, long value, LongConsumer then) {
    operation(process, name, AtomicOp.REPLACE, value, 0, then);
  }

  void compareAndSwap(int process, String name, long compare, long value, LongConsumer then) {
    operation(process, name, AtomicOp.COMPARE_AND_SWAP, value, compare, then);
  }

  void fetchAndAdd(int process, String name, long value, LongConsumer then) {
    operation(process, name, AtomicOp.SUM, value, 0, then);
  }

  void read(int process, String name, LongConsumer then) {
    operation(process, name, AtomicOp.NONE, 0, 0, then);
  }

  void set(int process, String name, long value, Runnable then) {
    after(
        () -> {
          Update update = issue(process, name, AtomicOp.REPLACE, value, 0, false);
          after(
              () -> {
                apply(name, update);
                after(
                    () -> {
                      log.add(now + ": " + process + " has set " + name + " to " + value);
                      update.completedAt(now);
                      then.run();
                    });
              });
        });
  }

  private void operation(
      int process, String name, AtomicOp op, long operand, long compare, LongConsumer then) {
    after(
        () -> {
          long issued = now;
          Update update =
              op == AtomicOp.NONE ? null : issue(process, name, op, operand, compare, true);
          after(
              () -> {
                long seen = apply(name, update);
                after(() -> fetched(process, name, update, seen, issued, then));
              });
        });
  }

  private Update issue(
      int process, String name, AtomicOp op, long operand, long compare, boolean fetches) {
    Signal signal = clocks.get(process).signal();
    Update update = new Update(op, operand, compare, WIDTH, fetches, origin(process), signal, now);
    word(name).cell.add(update);
    log.add(now + ": " + process + " " + op + " " + operand + " to " + name);
    return update;
  }

  private long apply(String name, @Nullable Update update) {
    Word word = word(name);
    long seen = word.value;
    word.value = update == null ? seen : update.after(seen);
    return seen;
  }

  private void fetched(
      int process,
      String name,
      @Nullable Update update,
      long seen,
      long issued,
      LongConsumer then) {
    if (update != null) {
      update.completedAt(now);
    }
    log.add(now + ": " + process + " has got " + seen + " from " + name + ", asked at " + issued);
    Provenance order = word(name).cell.read(seen, update, origin(process), issued, now);
    if (order != null) {
      clocks.get(process).learn(order.signal());
    }
    then.accept(seen);
  }

  /** The process has the lock, and is about to give it back. */
  void hold(int process) {
    mustKnowAllReleases(process);
    release(process);
  }

  /** The process is about to tell others that it has come so far. */
  void release(int process) {
    releases.add(new Release(process, clocks.get(process).tick()));
  }

  void mustKnowAllReleases(int process) {
    for (Release release : releases) {
      if (!clocks.get(process).covers(release.process, release.time)) {
        throw new AssertionError(process + " does not know of " + release + ": " + log);
      }
    }
  }

  private Origin origin(int process) {
    return new Origin(process, this, Origin.ALL);
  }

  private Word word(String name) {
    return words.computeIfAbsent(name, key -> new Word());
  }

  private void after(Runnable what) {
    int delay = 1 + random.nextInt(longest);
    boolean descheduled = random.nextInt(STALLS) == 0;
    events.add(new Event(now + (descheduled ? delay * STALLS : delay), what));
  }

  /** Until nobody wants the lock any more. */
  void run() {
    while (!events.isEmpty()) {
      Event next = events.remove();
      now = next.time;
      next.what.run();
    }
  }
}
