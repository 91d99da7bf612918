package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** What completes operations at the origin and at the target: used right, and not. */
final class ShmemCompletion extends Catalogue {
  private static final ShmemRma PUT = Shmem.put(BUF.at(0), 1, X.at(0));
  private static final ShmemRma GET_NBI = Shmem.getNbi(BUF.at(0), 1, X.at(0));
  private static final ShmemRma PUT_NBI = Shmem.putNbi(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final Statement CHANGE = store(X.at(0));
  private static final ShmemRma OTHER = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0));

  private ShmemCompletion() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemCompletion completion = new ShmemCompletion();
    completion.local("-putnbi", PUT_NBI, store(BUF.at(0)));
    completion.local("-getnbi", GET_NBI, load(BUF.at(0)));
    completion.remote();
    return completion.scenarios();
  }

  /** The buffer of an operation, with what the program does to it. */
  private void local(String name, ShmemRma op, Statement use) {
    Pair pair = Pair.local(op, use);
    String right = "The buffer is used after completion.";
    String late = "The buffer is used before completion.";
    clean("quiet" + name, 2, pair, right, on(0, op, Shmem.quiet(), use));
    race("quiet" + name + "-late", 2, pair, late, on(0, op, use, Shmem.quiet()));
    clean("barrier" + name, 2, pair, right, on(0, op), Shmem.barrier(), on(0, use));
    race("barrier" + name + "-late", 2, pair, late, on(0, op, use), Shmem.barrier());
    race(
        "fence" + name,
        2,
        pair,
        "A fence completes nothing.",
        on(0, op, Shmem.fence(), use, Shmem.quiet()));
    race(
        "syncall" + name,
        2,
        pair,
        "shmem_sync_all completes nothing.",
        on(0, op),
        Shmem.syncAll(),
        on(0, use),
        Shmem.barrier());
    race(
        "quietearly" + name,
        2,
        pair,
        "The quiet comes before the operation.",
        on(0, Shmem.quiet(), op, use),
        Shmem.barrier());
  }

  private void remote() {
    clean(
        "barrier",
        2,
        Pair.remote(PUT, LOOK),
        "The barrier completes and synchronises.",
        on(0, PUT),
        Shmem.barrier(),
        on(1, LOOK));
    race(
        "barrier-late",
        2,
        Pair.remote(PUT, LOOK),
        "The target looks before the barrier.",
        on(0, PUT),
        on(1, LOOK),
        Shmem.barrier());
    clean(
        "barrier-putnbi",
        2,
        Pair.remote(PUT_NBI, LOOK),
        "The barrier completes and synchronises.",
        on(0, PUT_NBI),
        Shmem.barrier(),
        on(1, LOOK));
    race(
        "getnbi-syncall",
        2,
        Pair.remote(GET_NBI, CHANGE),
        "The get is not complete.",
        on(0, GET_NBI),
        Shmem.syncAll(),
        on(1, CHANGE),
        Shmem.barrier());
    ShmemRma blocking = Shmem.get(BUF.at(0), 1, X.at(0));
    clean(
        "get-syncall",
        2,
        Pair.remote(blocking, CHANGE),
        "A blocking get is complete.",
        on(0, blocking),
        Shmem.syncAll(),
        on(1, CHANGE));
    clean(
        "barrier-3procs",
        3,
        Pair.remote(PUT, OTHER),
        "The barrier orders the two origins.",
        on(0, PUT),
        Shmem.barrier(),
        on(2, OTHER));
    race(
        "syncall-3procs",
        3,
        Pair.remote(PUT, OTHER),
        "The first put is not complete.",
        on(0, PUT),
        Shmem.syncAll(),
        on(2, OTHER),
        Shmem.barrier());
  }
}
