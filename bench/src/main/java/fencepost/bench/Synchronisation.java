package fencepost.bench;

/** How the ranks of a made-up program synchronise. */
enum Synchronisation {
  /** MPI_Win_fence on both sides. */
  FENCE {
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
  LOCK_ALL {
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
  PAIRWISE {
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
  };

  /** Before the first iteration. */
  abstract void open(HaloRank rank);

  /** What was put may be read by the neighbours after this. */
  abstract void publish(HaloRank rank);

  /** What the neighbours have put has been read and may be overwritten after this. */
  abstract void release(HaloRank rank);

  /** After the last iteration. */
  abstract void close(HaloRank rank);
}
