package fencepost.frontend.atomic;

import java.util.Random;
import java.util.function.LongConsumer;
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

  @Property(tries = 20_000)
  void whoHoldsALockComesAfterAllWhoHeldItBefore(
      @ForAll Kind kind,
      @ForAll @IntRange(min = 2, max = 5) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    LockRun run = new LockRun(processes, longest, new Random(seed));
    run.initially("tail", NOBODY);
    for (int process = 0; process < processes; process++) {
      kind.use.by(run, process).round(ROUNDS);
    }
    run.run();
  }

  /** Everybody counts himself; who is not the last waits until all are there. */
  @Property(tries = 300)
  void whoLeavesABarrierComesAfterAllWhoEnteredIt(
      @ForAll @IntRange(min = 2, max = 20) int processes,
      @ForAll @IntRange(min = 1, max = 40) int longest,
      @ForAll long seed) {
    LockRun run = new LockRun(processes, longest, new Random(seed));
    for (int process = 0; process < processes; process++) {
      new Barrier(run, process, processes).enter();
    }
    run.run();
  }

  private record Barrier(LockRun run, int self, int all) {
    void enter() {
      run.release(self);
      run.fetchAndAdd(self, "there", 1, before -> counted(before + 1));
    }

    private void counted(long there) {
      if (there == all) {
        run.mustKnowAllReleases(self);
      } else {
        run.read(self, "there", this::counted);
      }
    }
  }

  /** How the lock is made. */
  enum Kind {
    TICKET(TicketLock::new),
    COMPARE_AND_SWAP(CompareAndSwapLock::new),
    OWNED(OwnedLock::new),
    SWAP(SwapLock::new),
    READ_THEN_SWAP(ReadThenSwapLock::new),
    QUEUE(QueueLock::new);

    private final Use use;

    Kind(Use use) {
      this.use = use;
    }
  }

  /** A process begins to use the lock. */
  private interface Use {
    User by(LockRun run, int process);
  }

  /** A process that takes the lock and gives it back a number of times. */
  private interface User {
    void round(int left);
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
              run.hold(self);
              run.fetchAndAdd(self, "served", 1, before -> round(left - 1));
            } else {
              await(ticket, left);
            }
          });
    }
  }

  /** A lock that is zero while it is free, and that is tried again and again. */
  private abstract static class SpinLock implements User {
    final LockRun run;
    final int self;

    SpinLock(LockRun run, int self) {
      this.run = run;
      this.self = self;
    }

    abstract void attempt(LongConsumer found);

    void giveBack(Runnable then) {
      run.set(self, "lock", 0, then);
    }

    @Override
    public final void round(int left) {
      if (left > 0) {
        attempt(found -> attempted(found, left));
      }
    }

    private void attempted(long found, int left) {
      if (found == 0) {
        run.hold(self);
        giveBack(() -> round(left - 1));
      } else {
        round(left);
      }
    }
  }

  /** Whoever swaps zero for one has the lock. */
  private static final class CompareAndSwapLock extends SpinLock {
    CompareAndSwapLock(LockRun run, int self) {
      super(run, self);
    }

    @Override
    void attempt(LongConsumer found) {
      run.compareAndSwap(self, "lock", 0, 1, found);
    }
  }

  /** The lock says who has it, and it is given back by a swap that cannot fail. */
  private static final class OwnedLock extends SpinLock {
    OwnedLock(LockRun run, int self) {
      super(run, self);
    }

    @Override
    void attempt(LongConsumer found) {
      run.compareAndSwap(self, "lock", 0, self + 1, found);
    }

    @Override
    void giveBack(Runnable then) {
      run.compareAndSwap(self, "lock", self + 1, 0, mine -> then.run());
    }
  }

  /** Swaps that also write when they fail. */
  private static final class SwapLock extends SpinLock {
    SwapLock(LockRun run, int self) {
      super(run, self);
    }

    @Override
    void attempt(LongConsumer found) {
      run.swap(self, "lock", 1, found);
    }
  }

  /** Who waits only reads, until the lock seems to be free. */
  private static final class ReadThenSwapLock extends SpinLock {
    ReadThenSwapLock(LockRun run, int self) {
      super(run, self);
    }

    @Override
    void attempt(LongConsumer found) {
      run.read(
          self,
          "lock",
          seen -> {
            if (seen == 0) {
              run.swap(self, "lock", 1, found);
            } else {
              found.accept(seen);
            }
          });
    }

    @Override
    void giveBack(Runnable then) {
      run.swap(self, "lock", 0, mine -> then.run());
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
      run.hold(self);
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
