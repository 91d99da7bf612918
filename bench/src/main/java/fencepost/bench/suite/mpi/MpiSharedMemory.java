package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.sequence;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.Section;
import fencepost.trace.Model;
import java.util.List;

/** Processes that load and store each other's memory in a shared window. */
final class MpiSharedMemory extends Catalogue {
  private static final WindowCode WINDOW = Mpi.WIN.madeBy(WindowCode.Constructor.SHARED);
  private static final Section CELL = WINDOW.memory().at(1);
  private static final Statement OPEN = new Epochs.LockAll(WINDOW);
  private static final Statement CLOSE = new Epochs.UnlockAll(WINDOW);
  private static final Statement SYNC = new Epochs.Sync(WINDOW);
  private static final Statement BARRIER = sequence(SYNC, Mpi.barrier(), SYNC);
  private static final Statement STORE = new SharedAccess(WINDOW, 1, CELL, true);
  private static final Statement LOAD = new SharedAccess(WINDOW, 1, CELL, false);
  private static final Statement OTHER_STORE = new SharedAccess(WINDOW, 1, CELL, true);

  private MpiSharedMemory() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiSharedMemory shared = new MpiSharedMemory();
    shared.pair("shared-store-load", 2, STORE, 1, load(CELL));
    shared.pair("shared-load-store", 2, LOAD, 1, store(CELL));
    shared.pair("shared-store-store-3procs", 3, STORE, 2, OTHER_STORE);
    shared.withOperation();
    return shared.scenarios();
  }

  private void pair(String name, int ranks, Statement one, int rank, Statement other) {
    race(
        name,
        ranks,
        Pair.remote(one, other),
        "Two processes access the same memory at the same time.",
        OPEN,
        on(0, one),
        on(rank, other),
        CLOSE);
    race(
        name + "-winsync",
        ranks,
        Pair.remote(one, other),
        "MPI_Win_sync orders nobody.",
        OPEN,
        on(0, one, SYNC),
        on(rank, SYNC, other),
        CLOSE);
    clean(
        name + "-barrier",
        ranks,
        Pair.remote(one, other),
        "A barrier stands between the accesses.",
        OPEN,
        on(0, one),
        BARRIER,
        on(rank, other),
        CLOSE);
  }

  private void withOperation() {
    Rma put = Mpi.put(BUF.at(0), 1, CELL).on(WINDOW);
    Statement flush = new Epochs.Flush(WINDOW, 1, false);
    race(
        "shared-put-load-3procs",
        3,
        Pair.remote(put, LOAD),
        "The operation is not complete.",
        OPEN,
        on(2, put),
        BARRIER,
        on(0, LOAD),
        CLOSE);
    clean(
        "shared-put-load-3procs",
        3,
        Pair.remote(put, LOAD),
        "The operation is complete before the barrier.",
        OPEN,
        on(2, put, flush),
        BARRIER,
        on(0, LOAD),
        CLOSE);
  }
}
