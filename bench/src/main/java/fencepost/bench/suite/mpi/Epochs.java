package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Lock;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.Text;
import java.util.List;
import java.util.stream.IntStream;

/** The synchronisation calls of windows. */
final class Epochs {
  private Epochs() {}

  /**
   * MPI_Win_fence.
   *
   * @param noPrecede asserts that nothing is to be completed
   * @param noSucceed asserts that nothing follows, which changes nothing
   */
  record Fence(WindowCode window, boolean noPrecede, boolean noSucceed) implements Statement {
    Fence(WindowCode window, boolean noPrecede) {
      this(window, noPrecede, false);
    }

    @Override
    public void write(Text text) {
      Arg assertion = number(0);
      if (noPrecede || noSucceed) {
        assertion = name(noPrecede ? "MPI_MODE_NOPRECEDE" : "MPI_MODE_NOSUCCEED");
      }
      text.call(this, "MPI_Win_fence", assertion, Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      String key = "fence " + window.name();
      key += " " + strand.process().count(key);
      if (noPrecede) {
        strand.signal(key + " " + strand.rank());
      } else {
        strand.complete(Tags.all(strand.rank(), window, strand.ranks(), true));
        strand.meet(key, everyone(strand));
      }
      for (int target = 0; target < strand.ranks(); target++) {
        EpochsOfProcess.of(strand).grant(window, target, List.of(key + " " + target));
      }
    }
  }

  /** MPI_Win_post. */
  record Post(WindowCode window, GroupCode origins) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_post", Arg.of(origins), number(0), Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      for (int origin : origins.ranks()) {
        strand.signal(numbered(strand, "post", window, strand.rank(), origin, true));
      }
    }
  }

  /** MPI_Win_start. */
  record Start(WindowCode window, GroupCode targets) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_start", Arg.of(targets), number(0), Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      for (int target : targets.ranks()) {
        String posted = numbered(strand, "post", window, target, strand.rank(), false);
        EpochsOfProcess.of(strand).grant(window, target, List.of(posted));
      }
    }
  }

  /** MPI_Win_complete of an epoch that was started for the same group. */
  record Complete(WindowCode window, GroupCode targets) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_complete", Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      EpochsOfProcess process = EpochsOfProcess.of(strand);
      // Who has fetched data must have waited until it was allowed to.
      for (int target : process.takeFetched(window)) {
        process.grants(window, target).forEach(strand::await);
      }
      strand.complete(Tags.all(strand.rank(), window, strand.ranks(), false));
      for (int target : targets.ranks()) {
        strand.signal(numbered(strand, "complete", window, strand.rank(), target, true));
        process.grant(window, target, List.of());
      }
    }
  }

  /** MPI_Win_wait, or a loop of MPI_Win_test, of an epoch that was posted for the same group. */
  record Wait(WindowCode window, GroupCode origins, boolean test) implements Statement {
    @Override
    public void write(Text text) {
      if (test) {
        Polling.until(text, "MPI_Win_test", Arg.of(window));
      } else {
        text.call(this, "MPI_Win_wait", Arg.of(window));
      }
    }

    @Override
    public void tell(OracleStrand strand) {
      for (int origin : origins.ranks()) {
        strand.await(numbered(strand, "complete", window, origin, strand.rank(), false));
        strand.complete(Tags.remote(origin, window, strand.rank()));
      }
    }
  }

  /** MPI_Win_lock. */
  record LockOne(WindowCode window, int target, boolean exclusive, boolean noCheck)
      implements Statement {
    @Override
    public void write(Text text) {
      text.call(
          this,
          "MPI_Win_lock",
          name(exclusive ? "MPI_LOCK_EXCLUSIVE" : "MPI_LOCK_SHARED"),
          number(target),
          noCheck ? name("MPI_MODE_NOCHECK") : number(0),
          Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      hold(strand, window, target, exclusive, !noCheck);
    }
  }

  /** MPI_Win_lock_all. */
  record LockAll(WindowCode window) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_lock_all", number(0), Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      everyone(strand).forEach(target -> hold(strand, window, target, false, true));
    }
  }

  /** MPI_Win_unlock. */
  record Unlock(WindowCode window, int target) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_unlock", number(target), Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.complete(
          Tags.local(strand.rank(), window, target), Tags.remote(strand.rank(), window, target));
      release(strand, window, target);
    }
  }

  /** MPI_Win_unlock_all. */
  record UnlockAll(WindowCode window) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_unlock_all", Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.complete(Tags.all(strand.rank(), window, strand.ranks(), true));
      everyone(strand).forEach(target -> release(strand, window, target));
    }
  }

  /** MPI_Win_flush and its local form. */
  record Flush(WindowCode window, int target, boolean local) implements Statement {
    @Override
    public void write(Text text) {
      String function = local ? "MPI_Win_flush_local" : "MPI_Win_flush";
      text.call(this, function, number(target), Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      String here = Tags.local(strand.rank(), window, target);
      if (local) {
        strand.complete(here);
      } else {
        strand.complete(here, Tags.remote(strand.rank(), window, target));
      }
    }
  }

  /** MPI_Win_flush_all and its local form. */
  record FlushAll(WindowCode window, boolean local) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, local ? "MPI_Win_flush_local_all" : "MPI_Win_flush_all", Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.complete(Tags.all(strand.rank(), window, strand.ranks(), !local));
    }
  }

  /** MPI_Win_sync, which orders nothing and completes nothing. */
  record Sync(WindowCode window) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "MPI_Win_sync", Arg.of(window));
    }

    @Override
    public void tell(OracleStrand strand) {}
  }

  private static void hold(
      OracleStrand strand, WindowCode window, int target, boolean exclusive, boolean checked) {
    Lock lock = new Lock(resource(window, target), strand.rank(), exclusive, checked);
    EpochsOfProcess.of(strand).lock(window, target, lock);
    if (target == strand.rank()) {
      strand.process().hold(window.memory().within(), lock);
    }
  }

  private static void release(OracleStrand strand, WindowCode window, int target) {
    EpochsOfProcess.of(strand).unlock(window, target);
    if (target == strand.rank()) {
      strand.process().release(window.memory().within(), resource(window, target));
    }
  }

  private static String resource(WindowCode window, int target) {
    return window.name() + " at " + target;
  }

  /** The next event of that kind between two ranks, counted on each side by itself. */
  private static String numbered(
      OracleStrand strand, String what, WindowCode window, int from, int to, boolean sends) {
    String key = what + " " + window.name() + " " + from + " to " + to;
    return key + " " + strand.process().count((sends ? "sent " : "seen ") + key);
  }

  private static List<Integer> everyone(OracleStrand strand) {
    return IntStream.range(0, strand.ranks()).boxed().toList();
  }
}
