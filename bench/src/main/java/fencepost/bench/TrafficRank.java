package fencepost.bench;

import java.util.SplittableRandom;

/**
 * One rank of those {@link Workload}s that are not about halos.
 *
 * <pre>
 *   window:  what others put here, a block for each
 *   beside:  what is put, messages
 * </pre>
 */
abstract class TrafficRank implements Workload.Process {
  private static final int BLOCK = 64;
  private static final long BLOCK_BYTES = 8L * BLOCK;

  final MpiScript script;
  final int rank;
  final int ranks;

  TrafficRank(MpiScript script, int rank, int ranks) {
    this.script = script;
    this.rank = rank;
    this.ranks = ranks;
  }

  @Override
  public long window() {
    return (rank + 1L) << 32;
  }

  long beside() {
    return window() + (1L << 26);
  }

  private static Run block(long start) {
    return Run.of(start, 8).times(BLOCK, 8);
  }

  /** In each step, everybody puts a block to a partner and reads what was put here. */
  static final class Exchanging extends TrafficRank {
    Exchanging(MpiScript script, int rank, int ranks) {
      super(script, rank, ranks);
    }

    @Override
    public void open() {
      script.fence(1);
    }

    @Override
    public void iterate(int iteration) {
      int partner = (rank + 1 + iteration % (ranks - 1)) % ranks;
      long place = iteration % 2 * BLOCK_BYTES;
      script.store(2, block(beside() + place));
      script.put(3, beside() + place, BLOCK, partner, place);
      script.fence(4);
      script.load(5, block(window() + place));
      script.load(6, Run.of(beside() + place, 8));
    }

    @Override
    public void close() {
      script.fence(7);
    }
  }

  /** Adds to words anywhere, some at a time. */
  static final class Scattering extends TrafficRank {
    private static final int AT_ONCE = 16;
    private static final int WORDS = 1 << 12;

    private final SplittableRandom random;

    Scattering(MpiScript script, int rank, int ranks) {
      super(script, rank, ranks);
      random = new SplittableRandom(rank);
    }

    @Override
    public void open() {
      script.lockAll(1).barrier(2);
    }

    @Override
    public void iterate(int iteration) {
      script.store(3, Run.of(beside(), 4).times(AT_ONCE, 4));
      for (int i = 0; i < AT_ONCE; i++) {
        int target = random.nextInt(ranks);
        script.accumulate(4, beside() + 4L * i, target, 4L * random.nextInt(WORDS));
      }
      script.flushAll(5, true);
      if (iteration % 4 == 3) {
        script.barrier(6);
      }
    }

    @Override
    public void close() {
      script.unlockAll(7);
    }
  }

  /** Workers ask for work, put their result into the master's window and say so. */
  static final class MasterOrWorker extends TrafficRank {
    private static final int ASK = 0;
    private static final int GIVE = 1;
    private static final int DONE = 2;
    private static final long LONGEST = 16;

    MasterOrWorker(MpiScript script, int rank, int ranks) {
      super(script, rank, ranks);
    }

    @Override
    public void open() {
      script.lockAll(1).barrier(2);
    }

    @Override
    public void iterate(int iteration) {
      // Nothing is received before it was sent, and the master does one thing after the other.
      long time = LONGEST * ranks * (iteration + 1L);
      script.at(time);
      if (rank > 0) {
        work(time + LONGEST / 2 * ranks);
        return;
      }
      for (int worker = 1; worker < ranks; worker++) {
        script.receive(10, beside(), worker, ASK);
        script.send(11, beside() + 8, worker, GIVE);
      }
      script.at(time + LONGEST * 3 / 4 * ranks);
      for (int worker = 1; worker < ranks; worker++) {
        script.receive(12, beside(), worker, DONE);
        script.load(13, block(window() + worker * BLOCK_BYTES));
      }
    }

    private void work(long given) {
      script.send(20, beside(), 0, ASK);
      script.at(given);
      script.receive(21, beside() + 8, 0, GIVE);
      script.store(22, block(beside() + 16));
      script.put(23, beside() + 16, BLOCK, 0, rank * BLOCK_BYTES);
      script.flushAll(24, true);
      script.send(25, beside(), 0, DONE);
    }

    @Override
    public void close() {
      script.unlockAll(3);
    }
  }

  /** Some dozens each change the same words under a lock, which it gets when its turn has come. */
  static final class Contending extends TrafficRank {
    private static final int RANKS_PER_LOCK = 64;
    private static final long TURN = 32;

    private int iterations;

    Contending(MpiScript script, int rank, int ranks) {
      super(script, rank, ranks);
    }

    @Override
    public void open() {
      script.barrier(1);
    }

    @Override
    public void iterate(int iteration) {
      int locks = 1 + ranks / RANKS_PER_LOCK;
      int target = rank % locks;
      if (target == rank) {
        target = (rank + 1) % ranks;
      }
      // The last ones come first: in the order of ranks, a merge would find the next one by chance.
      long turn = (iteration + 1L) * ranks + ranks - 1 - (rank + 37L * iteration) % ranks;
      script.at(turn * TURN);
      script.lock(2, target, true);
      script.store(3, block(beside()));
      script.put(4, beside(), BLOCK, target, 0);
      script.unlock(5, target);
      iterations = iteration + 1;
    }

    @Override
    public void close() {
      script.at((iterations + 1L) * ranks * TURN);
      script.barrier(6);
    }
  }
}
