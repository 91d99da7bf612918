package fencepost.bench;

import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Made-up programs without a race, for measuring the analysis. In most of them the ranks form a
 * ring; in each iteration every rank puts a halo into a slot of both its neighbours' windows, reads
 * what they have put into its own, and works on memory of its own. They differ in how they
 * synchronise, whom they talk to, and how much they work.
 */
public enum Workload {
  /** MPI_Win_fence on both sides. */
  FENCE("halo, fence") {
    @Override
    void open(HaloRank rank) {
      rank.script.fence(1);
    }

    @Override
    void publish(HaloRank rank) {
      rank.script.fence(2);
    }

    @Override
    void release(HaloRank rank) {
      rank.script.fence(3);
    }

    @Override
    void close(HaloRank rank) {}
  },

  /** One lock_all epoch; flush and barrier, then another barrier. */
  LOCK_ALL("halo, lock_all, flush, barrier") {
    @Override
    void open(HaloRank rank) {
      rank.script.lockAll(1).barrier(2);
    }

    @Override
    void publish(HaloRank rank) {
      rank.flush(3);
      rank.script.barrier(4);
    }

    @Override
    void release(HaloRank rank) {
      rank.script.barrier(5);
    }

    @Override
    void close(HaloRank rank) {
      rank.script.unlockAll(6);
    }
  },

  /**
   * One lock_all epoch; messages between neighbours and never a barrier, so that knowledge takes
   * half the ring's length of iterations to reach everybody and forgetting is hard.
   */
  PAIRWISE("halo, lock_all, flush, send/recv") {
    private static final int FILLED = 0;
    private static final int EMPTIED = 1;

    @Override
    void open(HaloRank rank) {
      rank.script.lockAll(1).barrier(2);
    }

    @Override
    void publish(HaloRank rank) {
      rank.flush(3);
      rank.tellNeighbours(4, FILLED);
    }

    @Override
    void release(HaloRank rank) {
      rank.tellNeighbours(8, EMPTIED);
    }

    @Override
    void close(HaloRank rank) {
      rank.script.unlockAll(12);
    }
  },

  /** Everybody puts a block to everybody, between fences. */
  TRANSPOSE("transpose, fence") {
    @Override
    void open(HaloRank rank) {
      rank.script.fence(1);
    }

    @Override
    void iterate(HaloRank rank) {
      rank.putBlocks();
      publish(rank);
      rank.readBlocks();
      release(rank);
    }

    @Override
    void publish(HaloRank rank) {
      rank.script.fence(2);
    }

    @Override
    void release(HaloRank rank) {
      rank.script.fence(3);
    }

    @Override
    void close(HaloRank rank) {}
  },

  /** Halos between fences, and a sweep over all rows of the grid, a few loops each. */
  SWEEP("halo and sweep over a grid, fence") {
    @Override
    void open(HaloRank rank) {
      rank.script.fence(1);
    }

    @Override
    void iterate(HaloRank rank) {
      rank.putHalos();
      publish(rank);
      rank.readHalos();
      rank.sweep();
      release(rank);
    }

    @Override
    void publish(HaloRank rank) {
      rank.script.fence(2);
    }

    @Override
    void release(HaloRank rank) {
      rank.script.fence(3);
    }

    @Override
    void close(HaloRank rank) {}
  };

  private final String title;

  Workload(String title) {
    this.title = title;
  }

  /** How the ranks synchronise, in words. */
  public String title() {
    return title;
  }

  /** Before the first iteration. */
  abstract void open(HaloRank rank);

  /** One iteration. */
  void iterate(HaloRank rank) {
    rank.putHalos();
    publish(rank);
    rank.readHalos();
    rank.work();
    release(rank);
  }

  /** What was put may be read by the neighbours after this. */
  abstract void publish(HaloRank rank);

  /** What the neighbours have put has been read and may be overwritten after this. */
  abstract void release(HaloRank rank);

  /** After the last iteration. */
  abstract void close(HaloRank rank);

  /** Writes a trace of about so many events into a directory that does not hold one yet. */
  public void write(Path directory, int ranks, long events) throws IOException {
    RecordedTrace.create(directory, "made-up program (" + title + ")");
    for (int number = 0; number < ranks; number++) {
      try (MpiScript script = MpiScript.start(directory, number, ranks)) {
        HaloRank rank = new HaloRank(script, number, ranks);
        rank.script.createWindow(0, rank.window(), HaloRank.WINDOW_BYTES);
        open(rank);
        // All ranks record the same number of events in an iteration, so they stop in the same one.
        while (script.records() < events / ranks) {
          iterate(rank);
        }
        close(rank);
        script.freeWindow(99);
        script.end();
      }
    }
  }
}
