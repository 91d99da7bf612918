package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Memory of another PE through a pointer. */
final class ShmemPointers extends Catalogue {

  private ShmemPointers() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemPointers pointers = new ShmemPointers();
    pointers.memory();
    return pointers.scenarios();
  }

  private void memory() {
    for (boolean stores : new boolean[] {true, false}) {
      for (boolean right : new boolean[] {true, false}) {
        Statement pointer = new ShmemSyncs.PointerAccess(1, X.at(0), stores);
        Statement own = stores ? load(X.at(0)) : store(X.at(0));
        add(
            "ptr" + (stores ? "-store" : "-load"),
            2,
            Pair.remote(pointer, own),
            !right,
            right
                ? "The accesses are on both sides of a synchronisation."
                : "Two PEs access the same memory at the same time.",
            right
                ? List.of(on(0, pointer), Shmem.syncAll(), on(1, own), Shmem.barrier())
                : List.of(on(0, pointer), on(1, own), Shmem.barrier()));
      }
    }
  }
}
