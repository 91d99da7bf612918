package fencepost.frontend.atomic;

import java.util.Random;
import java.util.function.BiFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Locks as programs build them from atomic operations: whatever the schedule, who holds the lock is
 * ordered after all who held it before.
 */
class LocksPropertyTest {
  private static final int NOBODY = -1;
  private static final int ROUNDS = 4;

  /** A process that takes the lock and gives it back a number of times. */
  private interface User {
    void round(int left);
  }

  private static void contend(
      int processes, int longest, long seed, BiFunction<LockRun, Integer, User> lock) {
    LockRun run = new LockRun(processes, longest, new Random(seed));
    run.initially("tail", NOBODY);
    for (int process = 0; process < processes; process++) {
      lock.apply(run, process).round(ROUNDS);
    }
    run.run();
  }

  @Property(tries = 20_000)
  void queueLock(
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, QueueLock::new);
  }

  @Property(tries = 5_000)
  void ticketLock(
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, TicketLock::new);
  }

  @Property(tries = 5_000)
  void compareAndSwapLock(
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, CompareAndSwapLock::new);
  }

  @Property(tries = 5_000)
  void swapLock(
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, SwapLock::new);
  }

  @Property(tries = 5_000)
  void ownedLock(
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, OwnedLock::new);
  }

  @Property(tries = 5_000)
  void readThenSwapLock(
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, ReadThenSwapLock::new);
  }

  @Property(tries = 5_000)
  void countingLock(
      @ForAll @IntRange(min = 2, max = 3) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    contend(processes, longest, seed, CountingLock::new);
  }

  /** Who draws a number waits until it is served. */
  private record TicketLock(LockRun run, int self) implements User {
    @Override
    public void round(int left) {
      if (left > 0) {
        run.fetchAndAdd(self, "next", 1, ticket -> await(ticket, left));
      }
    }

    private void await(long ticket, int left) {
      run.read(
          self,
          "served",
          served -> {
            if (served == ticket) {
              run.acquired(self);
              run.releasing(self);
              run.fetchAndAdd(self, "served", 1, before -> round(left - 1));
            } else {
              await(ticket, left);
            }
          });
    }
  }

  /** Zero is free; whoever swaps it for one has the lock. */
  private record CompareAndSwapLock(LockRun run, int self) implements User {
    @Override
    public void round(int left) {
      if (left > 0) {
        run.compareAndSwap(self, "lock", 0, 1, seen -> tried(seen, left));
      }
    }

    private void tried(long seen, int left) {
      if (seen == 0) {
        run.acquired(self);
        run.releasing(self);
        run.set(self, "lock", 0, () -> round(left - 1));
      } else {
        round(left);
      }
    }
  }

  /** The same with swaps that also write when they fail. */
  private record SwapLock(LockRun run, int self) implements User {
    @Override
    public void round(int left) {
      if (left > 0) {
        run.swap(self, "lock", 1, seen -> tried(seen, left));
      }
    }

    private void tried(long seen, int left) {
      if (seen == 0) {
        run.acquired(self);
        run.releasing(self);
        run.set(self, "lock", 0, () -> round(left - 1));
      } else {
        round(left);
      }
    }
  }

  /** The lock says who has it, and it is given back by a swap that cannot fail. */
  private record OwnedLock(LockRun run, int self) implements User {
    @Override
    public void round(int left) {
      if (left > 0) {
        run.compareAndSwap(self, "lock", 0, self + 1, seen -> tried(seen, left));
      }
    }

    private void tried(long seen, int left) {
      if (seen == 0) {
        run.acquired(self);
        run.releasing(self);
        run.compareAndSwap(self, "lock", self + 1, 0, mine -> round(left - 1));
      } else {
        round(left);
      }
    }
  }

  /** Who waits only reads, until the lock seems to be free. */
  private record ReadThenSwapLock(LockRun run, int self) implements User {
    @Override
    public void round(int left) {
      if (left > 0) {
        run.read(self, "lock", seen -> looked(seen, left));
      }
    }

    private void looked(long seen, int left) {
      if (seen == 0) {
        run.swap(self, "lock", 1, before -> tried(before, left));
      } else {
        round(left);
      }
    }

    private void tried(long seen, int left) {
      if (seen == 0) {
        run.acquired(self);
        run.releasing(self);
        run.swap(self, "lock", 0, mine -> round(left - 1));
      } else {
        round(left);
      }
    }
  }

  /** Who is the only one that has added to it has the lock; others take back what they added. */
  private record CountingLock(LockRun run, int self) implements User {
    @Override
    public void round(int left) {
      if (left > 0) {
        run.fetchAndAdd(self, "lock", 1, seen -> tried(seen, left));
      }
    }

    private void tried(long seen, int left) {
      if (seen == 0) {
        run.acquired(self);
        run.releasing(self);
        run.fetchAndAdd(self, "lock", -1, mine -> round(left - 1));
      } else {
        run.fetchAndAdd(self, "lock", -1, mine -> round(left));
      }
    }
  }

  /** The lock of Mellor-Crummey and Scott: everybody waits for a word of his own. */
  private record QueueLock(LockRun run, int self) implements User {
    private static String next(long process) {
      return "next of " + process;
    }

    private static String blocked(long process) {
      return "blocked " + process;
    }

    @Override
    public void round(int left) {
      if (left > 0) {
        run.set(self, next(self), NOBODY, () -> run.set(self, blocked(self), 1, () -> queue(left)));
      }
    }

    private void queue(int left) {
      run.swap(
          self,
          "tail",
          self,
          before -> {
            if (before == NOBODY) {
              hold(left);
            } else {
              run.set(self, next(before), self, () -> await(left));
            }
          });
    }

    private void await(int left) {
      run.read(
          self,
          blocked(self),
          value -> {
            if (value == 0) {
              hold(left);
            } else {
              await(left);
            }
          });
    }

    private void hold(int left) {
      run.acquired(self);
      run.releasing(self);
      run.compareAndSwap(
          self,
          "tail",
          self,
          NOBODY,
          seen -> {
            if (seen == self) {
              round(left - 1);
            } else {
              handOn(left);
            }
          });
    }

    private void handOn(int left) {
      run.read(
          self,
          next(self),
          successor -> {
            if (successor == NOBODY) {
              handOn(left);
            } else {
              run.set(self, blocked(successor), 0, () -> round(left - 1));
            }
          });
    }
  }
}
